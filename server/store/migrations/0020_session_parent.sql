ALTER TABLE "session_families" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
CREATE INDEX "session_families_parent_id_index" ON "session_families" USING btree ("parent_id");