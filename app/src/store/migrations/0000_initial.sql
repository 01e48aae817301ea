CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"wallet" text NOT NULL,
	"name" text,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"run" text NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"status" integer,
	"body" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "nonces" (
	"wallet" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nonces_wallet_nonce_pk" PRIMARY KEY("wallet","nonce")
);
--> statement-breakpoint
CREATE TABLE "relayed" (
	"signature" text PRIMARY KEY NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"placed_at" bigint NOT NULL
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
	"details" jsonb NOT NULL,
	CONSTRAINT "events_once" UNIQUE("signature","index")
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"address" text COLLATE "C" PRIMARY KEY NOT NULL,
	"creator" text COLLATE "C" NOT NULL,
	"question" text NOT NULL,
	"token" text COLLATE "C",
	"mint" text COLLATE "C",
	"currency" text COLLATE "C" NOT NULL,
	"decimals" smallint NOT NULL,
	"condition" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"close_at" bigint NOT NULL,
	"expire_at" bigint NOT NULL,
	"burn_bps" integer NOT NULL,
	"developer_bps" integer NOT NULL,
	"max_confidence_bps" integer NOT NULL,
	"attestor_set" integer NOT NULL,
	"proof_window" bigint NOT NULL,
	"void_delay" bigint NOT NULL,
	"created_signature" text COLLATE "C" NOT NULL,
	"pool_yes" numeric(20, 0) NOT NULL,
	"pool_no" numeric(20, 0) NOT NULL,
	"bets" integer NOT NULL,
	"bettors" integer NOT NULL,
	"status" text NOT NULL,
	"outcome" text,
	"observation" jsonb,
	"resolved_at" bigint,
	"resolved_signature" text COLLATE "C",
	"burn" numeric(20, 0) NOT NULL,
	"developer" numeric(20, 0) NOT NULL,
	"collected_at" bigint,
	"collected_signature" text COLLATE "C",
	"treasury" text COLLATE "C",
	"paid" numeric(20, 0) NOT NULL,
	"settled" integer NOT NULL,
	"closed_at" bigint,
	"closed_signature" text COLLATE "C",
	"dust" numeric(20, 0)
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"market" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"stake_yes" numeric(20, 0) NOT NULL,
	"stake_no" numeric(20, 0) NOT NULL,
	"bets" integer NOT NULL,
	"opened_event" bigint NOT NULL,
	"opened_at" bigint NOT NULL,
	"payout" numeric(20, 0),
	"recipient" text COLLATE "C",
	"settled_at" bigint,
	"settled_signature" text COLLATE "C",
	CONSTRAINT "positions_market_owner_pk" PRIMARY KEY("market","owner")
);
--> statement-breakpoint
CREATE TABLE "projection" (
	"program" text COLLATE "C" PRIMARY KEY NOT NULL,
	"genesis" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"last_event" bigint NOT NULL,
	"removals" integer NOT NULL,
	"head_signature" text COLLATE "C",
	"head_slot" bigint NOT NULL,
	"final_signature" text COLLATE "C",
	"final_slot" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"signature" text COLLATE "C" PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"time" bigint NOT NULL,
	"finalized" boolean NOT NULL
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
CREATE INDEX "api_keys_wallet" ON "api_keys" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "idempotency_expires_at" ON "idempotency" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "nonces_expires_at" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "relayed_expires_at" ON "relayed" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bets_market" ON "bets" USING btree ("market","id");--> statement-breakpoint
CREATE INDEX "bets_market_time" ON "bets" USING btree ("market","placed_at");--> statement-breakpoint
CREATE INDEX "events_market" ON "events" USING btree ("market","id");--> statement-breakpoint
CREATE INDEX "events_wallet" ON "events" USING btree ("wallet","id") WHERE "events"."wallet" is not null;--> statement-breakpoint
CREATE INDEX "positions_owner" ON "positions" USING btree ("owner","opened_event");--> statement-breakpoint
CREATE INDEX "transactions_unfinalized" ON "transactions" USING btree ("slot") WHERE not "transactions"."finalized";