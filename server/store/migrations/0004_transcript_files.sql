CREATE TABLE "transcript_file_parts" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "transcript_file_parts_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "transcript_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'generating' NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "file_frames" bigint;--> statement-breakpoint
ALTER TABLE "transcript_file_parts" ADD CONSTRAINT "transcript_file_parts_file_id_transcript_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."transcript_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_files" ADD CONSTRAINT "transcript_files_id_transcripts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcript_files_status_lease_until_index" ON "transcript_files" USING btree ("status","lease_until");