CREATE TABLE "file_objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid,
	"data_key" "bytea" NOT NULL,
	"attached_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_objects" ADD CONSTRAINT "file_objects_file_id_transcript_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."transcript_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_objects_file_id_index" ON "file_objects" USING btree ("file_id");