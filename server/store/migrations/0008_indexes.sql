DROP INDEX "audit_entries_user_id_at_index";--> statement-breakpoint
DROP INDEX "audit_entries_at_index";--> statement-breakpoint
DROP INDEX "outputs_user_id_created_at_index";--> statement-breakpoint
DROP INDEX "outputs_customer_id_created_at_index";--> statement-breakpoint
DROP INDEX "outputs_directory_id_created_at_index";--> statement-breakpoint
DROP INDEX "transcripts_user_id_created_at_index";--> statement-breakpoint
DROP INDEX "transcripts_customer_id_created_at_index";--> statement-breakpoint
DROP INDEX "transcripts_directory_id_created_at_index";--> statement-breakpoint
CREATE INDEX "directories_by_name" ON "directories" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "directories_with_retention" ON "directories" USING btree ("id") WHERE "directories"."settings" ? 'retentionDays';--> statement-breakpoint
CREATE INDEX "directory_roles_license_id_index" ON "directory_roles" USING btree ("license_id");--> statement-breakpoint
CREATE INDEX "layouts_editors_index" ON "layouts" USING gin ("editors");--> statement-breakpoint
CREATE INDEX "layouts_public" ON "layouts" USING btree ("updated_at") WHERE "layouts"."public";--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_at_id_index" ON "audit_entries" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_administrator_id_at_id_index" ON "audit_entries" USING btree ("administrator_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_at_id_index" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at_id_index" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "usage_license_id_kind_index" ON "usage" USING btree ("license_id","kind");--> statement-breakpoint
CREATE INDEX "licenses_created_at_id_index" ON "licenses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outputs_user_id_created_at_id_customer_id_index" ON "outputs" USING btree ("user_id","created_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "outputs_customer_id_created_at_id_index" ON "outputs" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_created_at_id_index" ON "outputs" USING btree ("directory_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_patient_id_created_at_index" ON "outputs" USING btree ("directory_id","patient_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_deletable" ON "outputs" USING btree ("directory_id","created_at") WHERE "outputs"."status" not in ('signed', 'generating', 'ocr-waiting');--> statement-breakpoint
CREATE INDEX "transcripts_user_id_created_at_id_customer_id_index" ON "transcripts" USING btree ("user_id","created_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "transcripts_customer_id_created_at_id_index" ON "transcripts" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transcripts_directory_id_created_at_id_index" ON "transcripts" USING btree ("directory_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_families_administrator_id_index" ON "session_families" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "session_families_overdue" ON "session_families" USING btree ("ends_at") WHERE "session_families"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "tickets_user_id_index" ON "tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_family_id_index" ON "tickets" USING btree ("family_id");