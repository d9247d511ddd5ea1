ALTER TABLE "transcripts" ADD COLUMN "patient_name" "bytea";--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "name_marks" text[];--> statement-breakpoint
CREATE INDEX "transcripts_names" ON "transcripts" USING gin ("name_marks");