CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "session_tokens" ADD COLUMN "successor" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "attempts_expire_index" ON "attempts" USING btree ("expire");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_family_id_session_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."session_families"("id") ON DELETE cascade ON UPDATE no action;