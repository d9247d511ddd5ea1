ALTER TABLE "outputs" ADD COLUMN "patient_name" "bytea";--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "name_marks" text[];--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "filled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outputs_names" ON "outputs" USING gin ("name_marks");