ALTER TABLE "transcript_turns" ADD COLUMN "unclear" "bytea";--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "terms" "bytea";