CREATE TABLE "webhook_deliveries" (
	"webhook" text NOT NULL,
	"event" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text,
	"milliseconds" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"markets" text[] NOT NULL,
	"wallet" text,
	"types" text[] NOT NULL,
	"position" bigint NOT NULL,
	"failures" integer NOT NULL,
	"failing_since" timestamp with time zone,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"run" text,
	"claimed_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook","at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_expires_at" ON "webhook_deliveries" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "webhooks_due" ON "webhooks" USING btree ("next_attempt_at");