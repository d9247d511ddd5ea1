DROP INDEX CONCURRENTLY IF EXISTS "outputs_generating";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "outputs_generating" ON "outputs" USING btree ("created_at") WHERE "outputs"."status" = 'generating';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "outputs_status_lease_until_index";
