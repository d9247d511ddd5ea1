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
	"customer_user_id" text,
	"seed_key" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"group" text,
	"editors" text[] DEFAULT '{}' NOT NULL,
	"definition" jsonb NOT NULL,
	"status" text DEFAULT 'ready' NOT NULL,
	"status_text" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "layouts_seed_key" UNIQUE("seed_key")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
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
	"kind" text NOT NULL,
	"output_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_outputId_unique" UNIQUE("output_id")
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
	"customer_user_id" text,
	"layout_id" uuid,
	"transcript_id" uuid,
	"title" text NOT NULL,
	"patient_id" text NOT NULL,
	"status" text NOT NULL,
	"status_text" text,
	"version" integer DEFAULT 1 NOT NULL,
	"request" "bytea" NOT NULL,
	"source" "bytea",
	"content" "bytea",
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcript_turns" (
	"transcript_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"words" "bytea" NOT NULL,
	CONSTRAINT "transcript_turns_transcript_id_position_pk" PRIMARY KEY("transcript_id","position")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"directory_id" uuid,
	"customer_id" uuid,
	"customer_user_id" text,
	"title" text NOT NULL,
	"patient_id" text,
	"language" text NOT NULL,
	"channels" integer DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"status_text" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"duration_frames" bigint DEFAULT 0 NOT NULL,
	"channel_frames" bigint[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_families" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text,
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
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"alternative_email" text,
	"phone" text,
	"second_factor_email" boolean DEFAULT false NOT NULL,
	"second_factor_phone" boolean DEFAULT false NOT NULL,
	"admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "layout_versions" ADD CONSTRAINT "layout_versions_layout_id_layouts_id_fk" FOREIGN KEY ("layout_id") REFERENCES "public"."layouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_events" ADD CONSTRAINT "output_events_output_id_outputs_id_fk" FOREIGN KEY ("output_id") REFERENCES "public"."outputs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_turns" ADD CONSTRAINT "transcript_turns_transcript_id_transcripts_id_fk" FOREIGN KEY ("transcript_id") REFERENCES "public"."transcripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_families" ADD CONSTRAINT "session_families_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_family_id_session_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."session_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "layouts_user_id_index" ON "layouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "layouts_customer_id_index" ON "layouts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_at_index" ON "audit_entries" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_id_index" ON "audit_entries" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "usage_user_id_at_index" ON "usage" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "usage_customer_id_at_index" ON "usage" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "outputs_user_id_created_at_index" ON "outputs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_customer_id_created_at_index" ON "outputs" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "outputs_status_lease_until_index" ON "outputs" USING btree ("status","lease_until");--> statement-breakpoint
CREATE INDEX "transcripts_user_id_created_at_index" ON "transcripts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "transcripts_customer_id_created_at_index" ON "transcripts" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "session_families_user_id_index" ON "session_families" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_tokens_family_id_index" ON "session_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expires_at_index" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tickets_expires_at_index" ON "tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));