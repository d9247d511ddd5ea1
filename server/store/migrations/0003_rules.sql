ALTER TABLE "directories" ADD COLUMN "seatless_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "directory_roles" ADD COLUMN "occupied_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "directories_for_seatless" ON "directories" USING btree ((true)) WHERE "directories"."seatless_since" is not null;--> statement-breakpoint
-- What was made before this version was made under no rule of another organisation, so the rules begin now.
UPDATE "directory_roles" SET "occupied_at" = now() WHERE "user_id" IS NOT NULL;
