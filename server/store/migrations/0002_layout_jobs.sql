CREATE TABLE "models" (
	"slot" integer PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model_id" text NOT NULL,
	"name" text NOT NULL,
	"context_size" integer DEFAULT 0 NOT NULL,
	"price" jsonb,
	"edited" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "request" "bytea";--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "lease_owner" uuid;--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "layouts" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "layouts_status_lease_until_index" ON "layouts" USING btree ("status","lease_until");