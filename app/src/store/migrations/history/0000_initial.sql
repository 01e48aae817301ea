-- The parts of one, two and three letters of a text, by which an index finds any words in it, however short.
CREATE FUNCTION search_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT substr(value, start, size) FROM generate_series(1, length(value)) AS start, generate_series(1, 3) AS size)
$$;
--> statement-breakpoint
CREATE TABLE "markets" (
	"address" text COLLATE "C" PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"sequence" integer NOT NULL,
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
	"reward_stake" numeric(20, 0) DEFAULT 0 NOT NULL,
	"max_ratio" integer DEFAULT 0 NOT NULL,
	"recorded_reward" numeric(20, 0) DEFAULT 0 NOT NULL,
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
	"unmatched" numeric(20, 0) NOT NULL,
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
	"cancelled" boolean NOT NULL,
	CONSTRAINT "markets_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"opened_event" bigint NOT NULL,
	"settled_event" bigint NOT NULL,
	"market" integer NOT NULL,
	"owner" integer NOT NULL,
	"bets" integer NOT NULL,
	"stake_yes" numeric(20, 0) NOT NULL,
	"stake_no" numeric(20, 0) NOT NULL,
	"payout" numeric(20, 0) NOT NULL,
	"refund" numeric(20, 0) NOT NULL,
	"recent" "bytea" NOT NULL,
	CONSTRAINT "positions_market_owner_pk" PRIMARY KEY("market","owner")
);
--> statement-breakpoint
CREATE TABLE "projection" (
	"program" text COLLATE "C" PRIMARY KEY NOT NULL,
	"genesis" text COLLATE "C" NOT NULL,
	"applied" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_stats" (
	"currency" text COLLATE "C" NOT NULL,
	"period" text COLLATE "C" NOT NULL,
	"start" integer NOT NULL,
	"wallet" integer NOT NULL,
	"volume" numeric(40, 0) NOT NULL,
	"bets" integer NOT NULL,
	"staked" numeric(40, 0) NOT NULL,
	"returned" numeric(40, 0) NOT NULL,
	"decided" integer NOT NULL,
	"won" integer NOT NULL,
	CONSTRAINT "wallet_stats_currency_period_start_wallet_pk" PRIMARY KEY("currency","period","start","wallet")
);
--> statement-breakpoint
CREATE INDEX "markets_closed_newest" ON "markets" USING btree ("status","currency",(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_creator_newest" ON "markets" USING btree ("creator","status","currency",(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_token_newest" ON "markets" USING btree ("token","status","currency",(-"created_at"),"address") WHERE (("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change')) and "markets"."token" is not null);--> statement-breakpoint
CREATE INDEX "markets_type_newest" ON "markets" USING btree (("condition" ->> 'type'),"status","currency",(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_feed_newest" ON "markets" USING btree (("condition" ->> 'feed'),"status","currency",(-"created_at"),"address") WHERE (("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change')) and ("markets"."condition" ->> 'feed') IS NOT NULL);--> statement-breakpoint
CREATE INDEX "markets_hidden_newest" ON "markets" USING btree ("status","currency",(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_hidden_creator_newest" ON "markets" USING btree ("creator","status","currency",(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_closed_expiring" ON "markets" USING btree ("status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_creator_expiring" ON "markets" USING btree ("creator","status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_token_expiring" ON "markets" USING btree ("token","status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE (("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change')) and "markets"."token" is not null);--> statement-breakpoint
CREATE INDEX "markets_type_expiring" ON "markets" USING btree (("condition" ->> 'type'),"status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_feed_expiring" ON "markets" USING btree (("condition" ->> 'feed'),"status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE (("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change')) and ("markets"."condition" ->> 'feed') IS NOT NULL);--> statement-breakpoint
CREATE INDEX "markets_hidden_expiring" ON "markets" USING btree ("status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_hidden_creator_expiring" ON "markets" USING btree ("creator","status","currency",(CASE WHEN "status" = 'open' THEN "expire_at" ELSE -coalesce("resolved_at", "expire_at") END),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_closed_volume" ON "markets" USING btree ("status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_creator_volume" ON "markets" USING btree ("creator","status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_token_volume" ON "markets" USING btree ("token","status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE (("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change')) and "markets"."token" is not null);--> statement-breakpoint
CREATE INDEX "markets_type_volume" ON "markets" USING btree (("condition" ->> 'type'),"status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_feed_volume" ON "markets" USING btree (("condition" ->> 'feed'),"status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE (("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') NOT IN ('change')) and ("markets"."condition" ->> 'feed') IS NOT NULL);--> statement-breakpoint
CREATE INDEX "markets_hidden_volume" ON "markets" USING btree ("status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_hidden_creator_volume" ON "markets" USING btree ("creator","status","currency",(-(least("pool_yes", "pool_no") * power(10::numeric, greatest(0, 24 - "decimals")))),(-"created_at"),"address") WHERE ("markets"."closed_at" is not null and ("markets"."condition" ->> 'type') IN ('change'));--> statement-breakpoint
CREATE INDEX "markets_open" ON "markets" USING btree ("number") WHERE "markets"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "markets_search" ON "markets" USING gin (search_grams("search_text")) WHERE "markets"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "positions_owner" ON "positions" USING btree ("owner","opened_event");