CREATE TABLE "event_ids" (
	"id" bigint PRIMARY KEY NOT NULL,
	"signature" text COLLATE "C" NOT NULL,
	"index" smallint NOT NULL,
	"kind" text NOT NULL,
	"market" text COLLATE "C" NOT NULL,
	"wallet" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "unread" (
	"signature" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"attempts" integer NOT NULL,
	"retry_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_once";--> statement-breakpoint
ALTER TABLE "projection" ADD COLUMN "rebuilding" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "event_ids_signature" ON "event_ids" USING btree ("signature");--> statement-breakpoint
CREATE UNIQUE INDEX "events_once" ON "events" USING btree ("signature","index") WHERE "events"."kind" <> 'dropped';