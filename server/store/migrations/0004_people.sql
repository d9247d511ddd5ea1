ALTER TABLE "directory_roles" ADD COLUMN "person_name" text;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "vouched_by" uuid;