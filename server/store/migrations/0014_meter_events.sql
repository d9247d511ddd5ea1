CREATE TABLE "meter_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"metronome_id" text NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "meter_events_next_try_at_index" ON "meter_events" USING btree ("next_try_at");