ALTER TABLE "models" ADD COLUMN "reasoning" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "max_output_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "fallback_slot" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "last_failure" jsonb;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "progress" "bytea";