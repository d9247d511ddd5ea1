ALTER TABLE "directories" ADD COLUMN "name_key" "bytea";--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "patient_name" "bytea";--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "name_marks" text[];--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "filled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "patient_name" "bytea";--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "name_marks" text[];--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" "bytea";--> statement-breakpoint
CREATE INDEX "outputs_names" ON "outputs" USING gin ("name_marks");--> statement-breakpoint
CREATE INDEX "transcripts_names" ON "transcripts" USING gin ("name_marks");