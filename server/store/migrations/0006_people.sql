CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"level" text NOT NULL,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"directory_id" uuid NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"email" text,
	"user_id" uuid,
	"license_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_roles_status" CHECK (("directory_roles"."status" = 'occupied') = ("directory_roles"."user_id" is not null) and ("directory_roles"."status" = 'invited') = ("directory_roles"."email" is not null))
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"directory_id" uuid,
	"user_id" uuid,
	"product" text NOT NULL,
	"document_limit" integer,
	"session_limit" integer,
	"document_used" integer DEFAULT 0 NOT NULL,
	"session_used" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "licenses_owner" CHECK (("licenses"."directory_id" is null) <> ("licenses"."user_id" is null)),
	CONSTRAINT "licenses_limits" CHECK (("licenses"."document_limit" is null or "licenses"."document_used" <= "licenses"."document_limit") and ("licenses"."session_limit" is null or "licenses"."session_used" <= "licenses"."session_limit"))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'generating' NOT NULL,
	"content" "bytea",
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"code_hash" text NOT NULL,
	"request" "bytea" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verifications_ticketHash_unique" UNIQUE("ticket_hash")
);
--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "administrator_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "directory_id" uuid;--> statement-breakpoint
ALTER TABLE "usage" ADD COLUMN "license_id" uuid;--> statement-breakpoint
ALTER TABLE "usage" ADD COLUMN "status" text DEFAULT 'used' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_families" ADD COLUMN "directory_id" uuid;--> statement-breakpoint
ALTER TABLE "session_families" ADD COLUMN "administrator_id" uuid;--> statement-breakpoint
ALTER TABLE "session_families" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "directory_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "banners_starts_at_index" ON "banners" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_roles_person" ON "directory_roles" USING btree ("directory_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_roles_invitation" ON "directory_roles" USING btree ("directory_id","email");--> statement-breakpoint
CREATE INDEX "directory_roles_user_id_index" ON "directory_roles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "directory_roles_email_index" ON "directory_roles" USING btree ("email");--> statement-breakpoint
CREATE INDEX "licenses_directory_id_index" ON "licenses" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "licenses_user_id_index" ON "licenses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_status_lease_until_index" ON "messages" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "verifications_user_id_index" ON "verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "layouts_directory_id_index" ON "layouts" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "audit_entries_directory_id_at_index" ON "audit_entries" USING btree ("directory_id","at");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_created_at_index" ON "outputs" USING btree ("directory_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_user_id_patient_id_created_at_index" ON "outputs" USING btree ("user_id","patient_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_transcript_id_index" ON "outputs" USING btree ("transcript_id");--> statement-breakpoint
CREATE INDEX "transcripts_directory_id_created_at_index" ON "transcripts" USING btree ("directory_id","created_at");--> statement-breakpoint
-- Until now, a template without an owner was public.
UPDATE "layouts" SET "public" = true WHERE num_nonnulls("user_id", "directory_id", "customer_id") = 0;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_one_owner" CHECK (case when "layouts"."public" then num_nonnulls("layouts"."user_id", "layouts"."directory_id", "layouts"."customer_id") = 0 when "layouts"."customer_id" is null then num_nonnulls("layouts"."user_id", "layouts"."directory_id") > 0 else num_nonnulls("layouts"."user_id", "layouts"."directory_id") = 0 end);--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_shared" CHECK (not "layouts"."shared" or "layouts"."directory_id" is not null);--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_one_owner" CHECK (case when "outputs"."customer_id" is null then num_nonnulls("outputs"."user_id", "outputs"."directory_id") > 0 else num_nonnulls("outputs"."user_id", "outputs"."directory_id") = 0 end);--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_one_owner" CHECK (case when "transcripts"."customer_id" is null then num_nonnulls("transcripts"."user_id", "transcripts"."directory_id") > 0 else num_nonnulls("transcripts"."user_id", "transcripts"."directory_id") = 0 end);