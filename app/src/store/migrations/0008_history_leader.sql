ALTER TABLE "projection" ADD COLUMN "term" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projection" ADD COLUMN "complete_slot" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projection" ADD COLUMN "completed_at" bigint DEFAULT 0 NOT NULL;