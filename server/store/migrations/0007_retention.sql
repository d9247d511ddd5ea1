CREATE INDEX "layout_versions_saved_at_index" ON "layout_versions" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "audit_entries_at_index" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "output_events_created_at_index" ON "output_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "transcripts_status_updated_at_index" ON "transcripts" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "session_families_ended_at_index" ON "session_families" USING btree ("ended_at");