CREATE TABLE "erased_recordings" (
	"user_id" uuid NOT NULL,
	"recording_id" uuid NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_recordings_user_id_recording_id_pk" PRIMARY KEY("user_id","recording_id")
);
--> statement-breakpoint
CREATE TABLE "recording_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
CREATE INDEX "recording_keys_created_at_index" ON "recording_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_subject_id_index" ON "idempotency_keys" USING btree ("subject_id");