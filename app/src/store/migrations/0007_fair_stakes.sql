ALTER TABLE "markets" ADD COLUMN "close_margin" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "decide_reward" numeric(20, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "settle_reward" numeric(20, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "developer_burned" boolean DEFAULT false NOT NULL;