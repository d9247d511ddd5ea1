DROP INDEX "transcripts_status_updated_at_index";--> statement-breakpoint
CREATE INDEX "transcripts_status_index" ON "transcripts" USING btree ("status") WHERE "transcripts"."status" = 'recording';