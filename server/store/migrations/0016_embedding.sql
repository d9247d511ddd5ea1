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
ALTER TABLE "access_organizations" ADD COLUMN "origins" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD COLUMN "scope" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_tickets" ADD CONSTRAINT "customer_tickets_key_id_access_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."access_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tickets" ADD CONSTRAINT "customer_tickets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tickets" ADD CONSTRAINT "customer_tickets_customer_user_id_customer_users_id_fk" FOREIGN KEY ("customer_user_id") REFERENCES "public"."customer_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_tickets_key_id_index" ON "customer_tickets" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "customer_tickets_customer_id_index" ON "customer_tickets" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_tickets_customer_user_id_index" ON "customer_tickets" USING btree ("customer_user_id");--> statement-breakpoint
CREATE INDEX "customer_tickets_expires_at_index" ON "customer_tickets" USING btree ("expires_at");