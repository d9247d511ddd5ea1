CREATE TABLE "access_origins" (
	"access_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"proven_at" timestamp with time zone,
	"proven_by" text,
	"trusted_until" timestamp with time zone,
	"words" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "access_origins_access_id_origin_pk" PRIMARY KEY("access_id","origin")
);
--> statement-breakpoint
ALTER TABLE "access_origins" ADD CONSTRAINT "access_origins_access_id_access_organizations_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_origins_owner" ON "access_origins" USING btree ("origin") WHERE "access_origins"."proven_at" is not null;--> statement-breakpoint
-- Origins that only one organisation lists work for 30 days more without a proof, and keep giving words to their pages.
INSERT INTO "access_origins" ("access_id", "origin", "trusted_until", "words")
SELECT "access_id", "origin", CASE WHEN count(*) OVER (PARTITION BY "origin") = 1 THEN now() + interval '30 days' END, true
FROM (
	SELECT DISTINCT "id" AS "access_id", jsonb_array_elements_text("origins") AS "origin"
	FROM "access_organizations" WHERE jsonb_typeof("origins") = 'array'
) AS "listed";
