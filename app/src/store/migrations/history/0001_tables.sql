CREATE TABLE "bets" (
	"id" bigint PRIMARY KEY NOT NULL,
	"signature" text COLLATE "C" NOT NULL,
	"index" smallint NOT NULL,
	"slot" bigint NOT NULL,
	"market" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"outcome" text NOT NULL,
	"amount" numeric(20, 0) NOT NULL,
	"pool_yes" numeric(20, 0) NOT NULL,
	"pool_no" numeric(20, 0) NOT NULL,
	"period" bigint NOT NULL,
	"placed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "burns" (
	"id" bigint PRIMARY KEY NOT NULL,
	"signature" text COLLATE "C" NOT NULL,
	"slot" bigint NOT NULL,
	"buyer" text COLLATE "C" NOT NULL,
	"lamports" numeric(20, 0) NOT NULL,
	"tokens" numeric(20, 0) NOT NULL,
	"price" numeric(40, 0) NOT NULL,
	"bought_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_ids" (
	"id" bigint PRIMARY KEY NOT NULL,
	"signature" text COLLATE "C" NOT NULL,
	"index" smallint NOT NULL,
	"kind" text NOT NULL,
	"market" text COLLATE "C" NOT NULL,
	"wallet" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"signature" text COLLATE "C" NOT NULL,
	"index" smallint NOT NULL,
	"slot" bigint NOT NULL,
	"time" bigint NOT NULL,
	"kind" text NOT NULL,
	"market" text COLLATE "C" NOT NULL,
	"wallet" text COLLATE "C",
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"address" text COLLATE "C" PRIMARY KEY NOT NULL,
	"creator" text COLLATE "C" NOT NULL,
	"question" text NOT NULL,
	"search_text" text COLLATE "C" DEFAULT '' NOT NULL,
	"token" text COLLATE "C",
	"mint" text COLLATE "C",
	"currency" text COLLATE "C" NOT NULL,
	"decimals" smallint NOT NULL,
	"condition" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"close_at" bigint NOT NULL,
	"expire_at" bigint NOT NULL,
	"pyth_receiver" text COLLATE "C" NOT NULL,
	"period" integer NOT NULL,
	"burn_bps" integer NOT NULL,
	"developer_bps" integer NOT NULL,
	"max_confidence_bps" integer NOT NULL,
	"attestor_set" integer NOT NULL,
	"proof_window" bigint NOT NULL,
	"void_delay" bigint NOT NULL,
	"close_margin" integer DEFAULT 0 NOT NULL,
	"decide_reward" numeric(20, 0) DEFAULT 0 NOT NULL,
	"settle_reward" numeric(20, 0) DEFAULT 0 NOT NULL,
	"created_signature" text COLLATE "C" NOT NULL,
	"pool_yes" numeric(20, 0) NOT NULL,
	"pool_no" numeric(20, 0) NOT NULL,
	"bets" integer NOT NULL,
	"bettors" integer NOT NULL,
	"status" text NOT NULL,
	"outcome" text,
	"answer" text,
	"observation" jsonb,
	"reference" jsonb,
	"recorded_at" bigint,
	"late_period" bigint NOT NULL,
	"late_yes" numeric(20, 0) NOT NULL,
	"late_no" numeric(20, 0) NOT NULL,
	"resolved_at" bigint,
	"resolved_signature" text COLLATE "C",
	"burn" numeric(20, 0) NOT NULL,
	"developer" numeric(20, 0) NOT NULL,
	"burn_collected" numeric(20, 0) NOT NULL,
	"developer_collected" numeric(20, 0) NOT NULL,
	"collected_at" bigint,
	"collected_signature" text COLLATE "C",
	"treasury" text COLLATE "C",
	"developer_burned" boolean DEFAULT false NOT NULL,
	"paid" numeric(20, 0) NOT NULL,
	"refunded" numeric(20, 0) NOT NULL,
	"settled" integer NOT NULL,
	"closed_at" bigint,
	"closed_signature" text COLLATE "C",
	"dust" numeric(20, 0),
	"cancelled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"market" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"stake_yes" numeric(20, 0) NOT NULL,
	"stake_no" numeric(20, 0) NOT NULL,
	"recent" jsonb NOT NULL,
	"bets" integer NOT NULL,
	"opened_event" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"payout" numeric(20, 0),
	"refund" numeric(20, 0),
	"recipient" text COLLATE "C",
	"settled_at" bigint,
	"settled_signature" text COLLATE "C",
	CONSTRAINT "positions_market_owner_pk" PRIMARY KEY("market","owner")
);
--> statement-breakpoint
CREATE TABLE "projection" (
	"program" text COLLATE "C" PRIMARY KEY NOT NULL,
	"genesis" text COLLATE "C" NOT NULL,
	"rebuild_requested" boolean DEFAULT false NOT NULL,
	"last_event" bigint NOT NULL,
	"removals" integer NOT NULL,
	"head_signature" text COLLATE "C",
	"head_slot" bigint NOT NULL,
	"final_signature" text COLLATE "C",
	"final_slot" bigint NOT NULL,
	"rebuilding" boolean DEFAULT false NOT NULL,
	"term" integer DEFAULT 0 NOT NULL,
	"complete_slot" bigint DEFAULT 0 NOT NULL,
	"completed_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"signature" text COLLATE "C" PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"time" bigint NOT NULL,
	"finalized" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unread" (
	"signature" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"attempts" integer NOT NULL,
	"retry_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_stats" (
	"currency" text COLLATE "C" NOT NULL,
	"period" text COLLATE "C" NOT NULL,
	"start" integer NOT NULL,
	"wallet" text COLLATE "C" NOT NULL,
	"volume" numeric(40, 0) NOT NULL,
	"bets" integer NOT NULL,
	"staked" numeric(40, 0) NOT NULL,
	"returned" numeric(40, 0) NOT NULL,
	"decided" integer NOT NULL,
	"won" integer NOT NULL,
	CONSTRAINT "wallet_stats_currency_period_start_wallet_pk" PRIMARY KEY("currency","period","start","wallet")
);
--> statement-breakpoint
CREATE INDEX "bets_market" ON "bets" USING btree ("market","id");--> statement-breakpoint
CREATE INDEX "bets_market_time" ON "bets" USING btree ("market","placed_at");--> statement-breakpoint
CREATE INDEX "burns_signature" ON "burns" USING btree ("signature");--> statement-breakpoint
CREATE INDEX "event_ids_signature" ON "event_ids" USING btree ("signature");--> statement-breakpoint
CREATE UNIQUE INDEX "events_once" ON "events" USING btree ("signature","index") WHERE "events"."kind" <> 'dropped';--> statement-breakpoint
CREATE INDEX "events_market" ON "events" USING btree ("market","id");--> statement-breakpoint
CREATE INDEX "events_wallet" ON "events" USING btree ("wallet","id") WHERE "events"."wallet" is not null;--> statement-breakpoint
CREATE INDEX "markets_closed_newest" ON "markets" USING btree ("status","currency",(-"created_at"),"address") WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_creator_newest" ON "markets" USING btree ("creator","status","currency",(-"created_at"),"address") WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_token_newest" ON "markets" USING btree ("token","status","currency",(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and "markets"."token" is not null);--> statement-breakpoint
CREATE INDEX "markets_closed_expiring" ON "markets" USING btree ("status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -"expire_at" END),"address") WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_creator_expiring" ON "markets" USING btree ("creator","status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -"expire_at" END),"address") WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_token_expiring" ON "markets" USING btree ("token","status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -"expire_at" END),"address") WHERE ("markets"."closed_at" is not null and "markets"."token" is not null);--> statement-breakpoint
CREATE INDEX "markets_closed_volume" ON "markets" USING btree ("status","currency",(-(("pool_yes" + "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_creator_volume" ON "markets" USING btree ("creator","status","currency",(-(("pool_yes" + "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_token_volume" ON "markets" USING btree ("token","status","currency",(-(("pool_yes" + "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and "markets"."token" is not null);--> statement-breakpoint
CREATE INDEX "markets_search" ON "markets" USING gin (search_grams("search_text")) WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "markets_not_closed" ON "markets" USING btree ("address") WHERE "markets"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "positions_owner" ON "positions" USING btree ("owner","opened_event");--> statement-breakpoint
CREATE INDEX "transactions_unfinalized" ON "transactions" USING btree ("slot") WHERE not "transactions"."finalized";