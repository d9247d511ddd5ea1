CREATE TABLE "access_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"test" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "access_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
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
	"origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"logo" "bytea",
	"logo_type" text,
	"metronome_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_organizations_logo" CHECK (("access_organizations"."logo" is null) = ("access_organizations"."logo_type" is null))
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"level" text NOT NULL,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "access_days" (
	"access_id" uuid NOT NULL,
	"test" boolean NOT NULL,
	"day" text NOT NULL,
	"what" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "access_days_access_id_test_day_what_customer_id_pk" PRIMARY KEY("access_id","test","day","what","customer_id")
);
--> statement-breakpoint
CREATE TABLE "access_meters" (
	"access_id" uuid NOT NULL,
	"test" boolean NOT NULL,
	"month" text NOT NULL,
	"type" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "access_meters_access_id_test_month_type_pk" PRIMARY KEY("access_id","test","month","type")
);
--> statement-breakpoint
CREATE TABLE "customer_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_user_id" uuid,
	"level" text NOT NULL,
	"content" "bytea" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_user_id" uuid,
	"scope" text NOT NULL,
	"origin" text,
	"address" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "customer_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_user_id" uuid,
	"parameters" "bytea" NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"identifier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meter_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"metronome_id" text NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL
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
CREATE TABLE "layout_versions" (
	"layout_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "layout_versions_layout_id_version_pk" PRIMARY KEY("layout_id","version")
);
--> statement-breakpoint
CREATE TABLE "layouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"directory_id" uuid,
	"customer_id" uuid,
	"customer_user_id" uuid,
	"identifier" text,
	"public" boolean DEFAULT false NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"seed_key" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"group" text,
	"editors" text[] DEFAULT '{}' NOT NULL,
	"definition" jsonb NOT NULL,
	"questionnaire" jsonb,
	"status" text DEFAULT 'ready' NOT NULL,
	"status_text" text,
	"version" integer DEFAULT 1 NOT NULL,
	"request" "bytea",
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "layouts_seed_key" UNIQUE("seed_key"),
	CONSTRAINT "layouts_one_owner" CHECK (case when "layouts"."public" then num_nonnulls("layouts"."user_id", "layouts"."directory_id", "layouts"."customer_id") = 0 when "layouts"."customer_id" is null then num_nonnulls("layouts"."user_id", "layouts"."directory_id") > 0 else num_nonnulls("layouts"."user_id", "layouts"."directory_id") = 0 end),
	CONSTRAINT "layouts_shared" CHECK (not "layouts"."shared" or "layouts"."directory_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"administrator_id" uuid,
	"directory_id" uuid,
	"access_id" uuid,
	"key_id" uuid,
	"customer_id" uuid,
	"action" text NOT NULL,
	"subject_id" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" "bytea",
	"subject_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "key_check" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"directory_id" uuid,
	"customer_id" uuid,
	"customer_user_id" text,
	"access_id" uuid,
	"test" boolean DEFAULT false NOT NULL,
	"license_id" uuid,
	"status" text DEFAULT 'used' NOT NULL,
	"kind" text NOT NULL,
	"output_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_outputId_unique" UNIQUE("output_id")
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
CREATE TABLE "models" (
	"slot" integer PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model_id" text NOT NULL,
	"name" text NOT NULL,
	"context_size" integer DEFAULT 0 NOT NULL,
	"price" jsonb,
	"reviewer" jsonb DEFAULT '"self"'::jsonb NOT NULL,
	"reasoning" text,
	"max_output_tokens" integer DEFAULT 0 NOT NULL,
	"fallback_slot" integer,
	"last_failure" jsonb,
	"edited" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "output_changes" (
	"output_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "output_changes_output_id_version_pk" PRIMARY KEY("output_id","version")
);
--> statement-breakpoint
CREATE TABLE "output_events" (
	"output_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"sequence" integer NOT NULL,
	"result" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "output_events_output_id_attempt_sequence_pk" PRIMARY KEY("output_id","attempt","sequence")
);
--> statement-breakpoint
CREATE TABLE "outputs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"directory_id" uuid,
	"customer_id" uuid,
	"customer_user_id" uuid,
	"identifier" text,
	"layout_id" uuid,
	"transcript_id" uuid,
	"title" text NOT NULL,
	"patient_id" text NOT NULL,
	"status" text NOT NULL,
	"status_text" text,
	"version" integer DEFAULT 1 NOT NULL,
	"request" "bytea" NOT NULL,
	"source" "bytea",
	"progress" "bytea",
	"content" "bytea",
	"description" "bytea",
	"first_result_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"signed_by" text,
	"signed_at" timestamp with time zone,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outputs_one_owner" CHECK (case when "outputs"."customer_id" is null then num_nonnulls("outputs"."user_id", "outputs"."directory_id") > 0 else num_nonnulls("outputs"."user_id", "outputs"."directory_id") = 0 end)
);
--> statement-breakpoint
CREATE TABLE "erased_recordings" (
	"user_id" uuid NOT NULL,
	"recording_id" uuid NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_recordings_user_id_recording_id_pk" PRIMARY KEY("user_id","recording_id")
);
--> statement-breakpoint
CREATE TABLE "recording_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcript_file_parts" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "transcript_file_parts_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "transcript_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'generating' NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcript_turns" (
	"transcript_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"words" "bytea" NOT NULL,
	"begin_ms" integer,
	"unclear" "bytea",
	CONSTRAINT "transcript_turns_transcript_id_position_pk" PRIMARY KEY("transcript_id","position")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"directory_id" uuid,
	"customer_id" uuid,
	"customer_user_id" uuid,
	"identifier" text,
	"title" text NOT NULL,
	"patient_id" text,
	"language" text NOT NULL,
	"channels" integer DEFAULT 1 NOT NULL,
	"diarize" boolean DEFAULT true NOT NULL,
	"status" text NOT NULL,
	"status_text" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"duration_frames" bigint DEFAULT 0 NOT NULL,
	"channel_frames" bigint[] DEFAULT '{}' NOT NULL,
	"file_frames" bigint,
	"consent" jsonb,
	"terms" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transcripts_one_owner" CHECK (case when "transcripts"."customer_id" is null then num_nonnulls("transcripts"."user_id", "transcripts"."directory_id") > 0 else num_nonnulls("transcripts"."user_id", "transcripts"."directory_id") = 0 end)
);
--> statement-breakpoint
CREATE TABLE "session_families" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text,
	"directory_id" uuid,
	"administrator_id" uuid,
	"method" text,
	"parent_id" uuid,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"successor" text
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"family_id" uuid,
	"directory_id" uuid,
	"address" text,
	"consent" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text,
	"alternative_email" text,
	"style" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"phone" text,
	"second_factor_email" boolean DEFAULT false NOT NULL,
	"second_factor_phone" boolean DEFAULT false NOT NULL,
	"admin" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"session_endings" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"access_id" uuid NOT NULL,
	"sequence" bigserial NOT NULL,
	"event" text NOT NULL,
	"subject_id" uuid,
	"test" boolean NOT NULL,
	"payload" "bytea" NOT NULL,
	"status" text DEFAULT 'generating' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"since" timestamp with time zone NOT NULL,
	"last_try_at" timestamp with time zone,
	"answer_status" integer,
	"problem" text,
	"latency_ms" integer,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"target" "bytea" NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_members" ADD CONSTRAINT "access_members_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_members" ADD CONSTRAINT "access_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_days" ADD CONSTRAINT "access_days_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_meters" ADD CONSTRAINT "access_meters_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tickets" ADD CONSTRAINT "customer_tickets_key_id_access_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."access_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tickets" ADD CONSTRAINT "customer_tickets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tickets" ADD CONSTRAINT "customer_tickets_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_key_id_access_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."access_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_users" ADD CONSTRAINT "customer_users_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layout_versions" ADD CONSTRAINT "layout_versions_layout_id_layouts_id_fk" FOREIGN KEY ("layout_id") REFERENCES "public"."layouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_changes" ADD CONSTRAINT "output_changes_output_id_outputs_id_fk" FOREIGN KEY ("output_id") REFERENCES "public"."outputs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_events" ADD CONSTRAINT "output_events_output_id_outputs_id_fk" FOREIGN KEY ("output_id") REFERENCES "public"."outputs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_file_parts" ADD CONSTRAINT "transcript_file_parts_file_id_transcript_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."transcript_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_files" ADD CONSTRAINT "transcript_files_id_transcripts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_turns" ADD CONSTRAINT "transcript_turns_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_directory_id_directories_id_fk" FOREIGN KEY ("directory_id") REFERENCES "public"."directories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_families" ADD CONSTRAINT "session_families_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_family_id_session_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."session_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_family_id_session_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."session_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_keys_access_id_index" ON "access_keys" USING btree ("access_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_members_person" ON "access_members" USING btree ("access_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_members_invitation" ON "access_members" USING btree ("access_id","email");--> statement-breakpoint
CREATE INDEX "access_members_user_id_index" ON "access_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_members_email_index" ON "access_members" USING btree ("email");--> statement-breakpoint
CREATE INDEX "attempts_expire_index" ON "attempts" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "banners_starts_at_index" ON "banners" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "stripe_events_received_at_index" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_directory_id_index" ON "subscriptions" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "subscriptions_status_lease_until_index" ON "subscriptions" USING btree ("status","lease_until");--> statement-breakpoint
CREATE UNIQUE INDEX "trials_directory" ON "trials" USING btree ("directory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trials_person" ON "trials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customer_logs_access_id_at_id_index" ON "customer_logs" USING btree ("access_id","at","id");--> statement-breakpoint
CREATE INDEX "customer_logs_customer_id_index" ON "customer_logs" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_logs_customer_user_id_index" ON "customer_logs" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "customer_logs_at_index" ON "customer_logs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "customer_tickets_key_id_index" ON "customer_tickets" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "customer_tickets_customer_id_index" ON "customer_tickets" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_tickets_customer_user_id_index" ON "customer_tickets" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "customer_tickets_expires_at_index" ON "customer_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "customer_tokens_key_id_index" ON "customer_tokens" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "customer_tokens_customer_id_index" ON "customer_tokens" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_tokens_customer_user_id_index" ON "customer_tokens" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "customer_tokens_expires_at_index" ON "customer_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_users_identifier" ON "customer_users" USING btree ("customer_id","identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_identifier" ON "customers" USING btree ("access_id","test","identifier");--> statement-breakpoint
CREATE INDEX "customers_test_created_at_index" ON "customers" USING btree ("test","created_at");--> statement-breakpoint
CREATE INDEX "meter_events_next_try_at_index" ON "meter_events" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "directories_by_name" ON "directories" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "directories_with_retention" ON "directories" USING btree ("id") WHERE "directories"."settings" ? 'retentionDays';--> statement-breakpoint
CREATE UNIQUE INDEX "directory_roles_person" ON "directory_roles" USING btree ("directory_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_roles_invitation" ON "directory_roles" USING btree ("directory_id","email");--> statement-breakpoint
CREATE INDEX "directory_roles_user_id_index" ON "directory_roles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "directory_roles_email_index" ON "directory_roles" USING btree ("email");--> statement-breakpoint
CREATE INDEX "directory_roles_license_id_index" ON "directory_roles" USING btree ("license_id");--> statement-breakpoint
CREATE INDEX "layout_versions_saved_at_index" ON "layout_versions" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "layouts_user_id_index" ON "layouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "layouts_customer_id_index" ON "layouts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "layouts_directory_id_index" ON "layouts" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "layouts_status_lease_until_index" ON "layouts" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "layouts_editors_index" ON "layouts" USING gin ("editors");--> statement-breakpoint
CREATE INDEX "layouts_public" ON "layouts" USING btree ("updated_at") WHERE "layouts"."public";--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_identifier" ON "layouts" USING btree ("customer_id",coalesce("customer_user_id", '00000000-0000-0000-0000-000000000000'),"identifier") WHERE "layouts"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "layouts_customer_user_id_index" ON "layouts" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_at_id_index" ON "audit_entries" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_administrator_id_at_id_index" ON "audit_entries" USING btree ("administrator_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_directory_id_at_index" ON "audit_entries" USING btree ("directory_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_id_index" ON "audit_entries" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_entries_access_id_at_index" ON "audit_entries" USING btree ("access_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_action_at_id_index" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at_id_index" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_subject_id_index" ON "idempotency_keys" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "usage_user_id_at_index" ON "usage" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "usage_customer_id_at_index" ON "usage" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "usage_license_id_kind_index" ON "usage" USING btree ("license_id","kind");--> statement-breakpoint
CREATE INDEX "licenses_directory_id_index" ON "licenses" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "licenses_user_id_index" ON "licenses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "licenses_created_at_id_index" ON "licenses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_status_lease_until_index" ON "messages" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_flows_expires_at_index" ON "oauth_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_flows_user_id_index" ON "oauth_flows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_flows_directory_id_index" ON "oauth_flows" USING btree ("directory_id");--> statement-breakpoint
CREATE INDEX "output_events_created_at_index" ON "output_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outputs_user_id_created_at_id_customer_id_index" ON "outputs" USING btree ("user_id","created_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "outputs_customer_id_created_at_id_index" ON "outputs" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_created_at_id_index" ON "outputs" USING btree ("directory_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outputs_user_id_patient_id_created_at_index" ON "outputs" USING btree ("user_id","patient_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_directory_id_patient_id_created_at_index" ON "outputs" USING btree ("directory_id","patient_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_deletable" ON "outputs" USING btree ("directory_id","created_at") WHERE "outputs"."status" not in ('signed', 'generating', 'ocr-waiting');--> statement-breakpoint
CREATE INDEX "outputs_transcript_id_index" ON "outputs" USING btree ("transcript_id");--> statement-breakpoint
CREATE INDEX "outputs_status_lease_until_index" ON "outputs" USING btree ("status","lease_until");--> statement-breakpoint
CREATE UNIQUE INDEX "outputs_identifier" ON "outputs" USING btree ("customer_id",coalesce("customer_user_id", '00000000-0000-0000-0000-000000000000'),"identifier") WHERE "outputs"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "outputs_customer_user_id_index" ON "outputs" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "recording_keys_created_at_index" ON "recording_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "transcript_files_status_lease_until_index" ON "transcript_files" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "transcripts_user_id_created_at_id_customer_id_index" ON "transcripts" USING btree ("user_id","created_at","id","customer_id");--> statement-breakpoint
CREATE INDEX "transcripts_customer_id_created_at_id_index" ON "transcripts" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transcripts_directory_id_created_at_id_index" ON "transcripts" USING btree ("directory_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transcripts_status_updated_at_index" ON "transcripts" USING btree ("status","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transcripts_identifier" ON "transcripts" USING btree ("customer_id",coalesce("customer_user_id", '00000000-0000-0000-0000-000000000000'),"identifier") WHERE "transcripts"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "transcripts_customer_user_id_index" ON "transcripts" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "session_families_user_id_index" ON "session_families" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_families_administrator_id_index" ON "session_families" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "session_families_parent_id_index" ON "session_families" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "session_families_ended_at_index" ON "session_families" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "session_families_overdue" ON "session_families" USING btree ("ends_at") WHERE "session_families"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "session_tokens_family_id_index" ON "session_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expires_at_index" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tickets_user_id_index" ON "tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tickets_family_id_index" ON "tickets" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "tickets_expires_at_index" ON "tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "verifications_user_id_index" ON "verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_id_sequence_index" ON "webhook_deliveries" USING btree ("webhook_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_try_at") WHERE "webhook_deliveries"."status" = 'generating';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("subject_id","webhook_id","sequence") WHERE "webhook_deliveries"."status" = 'generating';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at_index" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_access_id_index" ON "webhooks" USING btree ("access_id");