ALTER TABLE "transcripts" ADD COLUMN "consent" jsonb;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "consent" jsonb;