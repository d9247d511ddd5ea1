CREATE TABLE "access_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"email" text,
	"user_id" uuid,
	"permission" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_members_status" CHECK (("access_members"."email" is null) <> ("access_members"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "access_organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"website" text,
	"contact_email" text,
	"limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"logo" "bytea",
	"logo_type" text,
	"metronome_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_organizations_logo" CHECK (("access_organizations"."logo" is null) = ("access_organizations"."logo_type" is null))
);
--> statement-breakpoint
CREATE TABLE "billing_customers" (
	"directory_id" uuid PRIMARY KEY NOT NULL,
	"stripe_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_customers_stripeId_unique" UNIQUE("stripe_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stripe_id" text NOT NULL,
	"directory_id" uuid NOT NULL,
	"product" text,
	"state" text DEFAULT 'starting' NOT NULL,
	"ends_at_period_end" boolean DEFAULT false NOT NULL,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"license_id" uuid,
	"wanted" jsonb,
	"wanted_id" uuid,
	"refused" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'generating' NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_stripeId_unique" UNIQUE("stripe_id")
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"directory_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"license_id" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "oauth_flows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"state_hash" text NOT NULL,
	"nonce_hash" text NOT NULL,
	"request" "bytea" NOT NULL,
	"extension_id" text,
	"user_id" uuid,
	"directory_id" uuid,
	"called_back_at" timestamp with time zone,
	"secret_hash" text,
	"used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oauth_flows_stateHash_unique" UNIQUE("state_hash"),
	CONSTRAINT "oauth_flows_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
DROP INDEX "audit_entries_user_id_at_index";--> statement-breakpoint
DROP INDEX "outputs_user_id_created_at_index";--> statement-breakpoint
DROP INDEX "outputs_customer_id_created_at_index";--> statement-breakpoint
DROP INDEX "outputs_directory_id_created_at_index";--> statement-breakpoint
DROP INDEX "transcripts_user_id_created_at_index";--> statement-breakpoint
DROP INDEX "transcripts_customer_id_created_at_index";--> statement-breakpoint
DROP INDEX "transcripts_directory_id_created_at_index";--> statement-breakpoint
ALTER TABLE "access_members" ADD CONSTRAINT "access_members_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_members" ADD CONSTRAINT "access_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_members_person" ON "access_members" USING btree ("access_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_members_invitation" ON "access_members" USING btree ("access_id","email");--> statement-breakpoint
CREATE INDEX "access_members_user_id_index" ON "access_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_members_email_index" ON "access_members" USING btree ("email");--> statement-breakpoint
CREATE INDEX "stripe_events_received_at_index" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_directory_id_index" ON "subscriptions" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "subscriptions_status_lease_until_index" ON "subscriptions" USING btree ("status","lease_until");--> statement-breakpoint
CREATE UNIQUE INDEX "trials_directory" ON "trials" USING btree ("directory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trials_person" ON "trials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_flows_expires_at_index" ON "oauth_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_flows_user_id_index" ON "oauth_flows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_flows_directory_id_index" ON "oauth_flows" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "directories_by_name" ON "directories" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "directories_with_retention" ON "directories" USING btree ("id") WHERE "directories"."settings" ? 'retentionDays';--> statement-breakpoint
CREATE INDEX "directory_roles_license_id_index" ON "directory_roles" USING btree ("license_id");--> statement-breakpoint
CREATE INDEX "layout_versions_saved_at_index" ON "layout_versions" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "layouts_editors_index" ON "layouts" USING gin ("editors");--> statement-breakpoint
CREATE INDEX "layouts_public" ON "layouts" USING btree ("updated_at") WHERE "layouts"."public";--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_at_id_index" ON "audit_entries" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_administrator_id_at_id_index" ON "audit_entries" USING btree ("administrator_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_at_id_index" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at_id_index" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "usage_license_id_kind_index" ON "usage" USING btree ("license_id","kind");--> statement-breakpoint
CREATE INDEX "licenses_created_at_id_index" ON "licenses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "output_events_created_at_index" ON "output_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outputs_user_id_created_at_id_customer_id_index" ON "outputs" USING btree ("user_id","created_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "outputs_customer_id_created_at_id_index" ON "outputs" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_created_at_id_index" ON "outputs" USING btree ("directory_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_patient_id_created_at_index" ON "outputs" USING btree ("directory_id","patient_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_deletable" ON "outputs" USING btree ("directory_id","created_at") WHERE "outputs"."status" not in ('signed', 'generating', 'ocr-waiting');--> statement-breakpoint
CREATE INDEX "transcripts_user_id_created_at_id_customer_id_index" ON "transcripts" USING btree ("user_id","created_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "transcripts_customer_id_created_at_id_index" ON "transcripts" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transcripts_directory_id_created_at_id_index" ON "transcripts" USING btree ("directory_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transcripts_status_updated_at_index" ON "transcripts" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "session_families_administrator_id_index" ON "session_families" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "session_families_ended_at_index" ON "session_families" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "session_families_overdue" ON "session_families" USING btree ("ends_at") WHERE "session_families"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "tickets_user_id_index" ON "tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_family_id_index" ON "tickets" USING btree ("family_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");