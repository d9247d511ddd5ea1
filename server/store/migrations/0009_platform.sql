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
CREATE TABLE "customer_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"customer_user_id" uuid,
	"parameters" "bytea" NOT NULL,
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
ALTER TABLE "layouts" ALTER COLUMN "customer_user_id" SET DATA TYPE uuid USING "customer_user_id"::uuid;--> statement-breakpoint
ALTER TABLE "outputs" ALTER COLUMN "customer_user_id" SET DATA TYPE uuid USING "customer_user_id"::uuid;--> statement-breakpoint
ALTER TABLE "transcripts" ALTER COLUMN "customer_user_id" SET DATA TYPE uuid USING "customer_user_id"::uuid;--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "identifier" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "access_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "usage" ADD COLUMN "access_id" uuid;--> statement-breakpoint
ALTER TABLE "usage" ADD COLUMN "test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "identifier" text;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "description" "bytea";--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "first_result_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "identifier" text;--> statement-breakpoint
ALTER TABLE "transcripts" ADD COLUMN "diarize" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_days" ADD CONSTRAINT "access_days_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_meters" ADD CONSTRAINT "access_meters_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_logs" ADD CONSTRAINT "customer_logs_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_key_id_access_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."access_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_users" ADD CONSTRAINT "customer_users_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_keys_access_id_index" ON "access_keys" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "customer_logs_access_id_at_id_index" ON "customer_logs" USING btree ("access_id","at","id");--> statement-breakpoint
CREATE INDEX "customer_logs_customer_id_index" ON "customer_logs" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_logs_customer_user_id_index" ON "customer_logs" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "customer_logs_at_index" ON "customer_logs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "customer_tokens_key_id_index" ON "customer_tokens" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "customer_tokens_customer_id_index" ON "customer_tokens" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_tokens_customer_user_id_index" ON "customer_tokens" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "customer_tokens_expires_at_index" ON "customer_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_users_identifier" ON "customer_users" USING btree ("customer_id","identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_identifier" ON "customers" USING btree ("access_id","test","identifier");--> statement-breakpoint
CREATE INDEX "customers_test_created_at_index" ON "customers" USING btree ("test","created_at");--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "layouts" ADD CONSTRAINT "layouts_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "layouts_identifier" ON "layouts" USING btree ("customer_id",coalesce("customer_user_id", '00000000-0000-0000-0000-000000000000'),"identifier") WHERE "layouts"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "layouts_customer_user_id_index" ON "layouts" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_access_id_at_index" ON "audit_entries" USING btree ("access_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "outputs_identifier" ON "outputs" USING btree ("customer_id",coalesce("customer_user_id", '00000000-0000-0000-0000-000000000000'),"identifier") WHERE "outputs"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "outputs_customer_user_id_index" ON "outputs" USING btree ("customer_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transcripts_identifier" ON "transcripts" USING btree ("customer_id",coalesce("customer_user_id", '00000000-0000-0000-0000-000000000000'),"identifier") WHERE "transcripts"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "transcripts_customer_user_id_index" ON "transcripts" USING btree ("customer_user_id");