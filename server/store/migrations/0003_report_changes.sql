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
ALTER TABLE "outputs" ADD COLUMN "signed_by" text;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "signed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "output_changes" ADD CONSTRAINT "output_changes_output_id_outputs_id_fk" FOREIGN KEY ("output_id") REFERENCES "public"."outputs"("id") ON DELETE cascade ON UPDATE no action;