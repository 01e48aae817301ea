CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"wallet" text NOT NULL,
	"name" text,
	"scopes" text[] NOT NULL,
	"delegate" text,
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
	"transaction" text,
	"last_valid_block_height" bigint,
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
CREATE TABLE "unpaid_fees" (
	"signature" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"lamports" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "api_keys_wallet" ON "api_keys" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "idempotency_expires_at" ON "idempotency" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "nonces_expires_at" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "relayed_expires_at" ON "relayed" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "unpaid_fees_wallet" ON "unpaid_fees" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "unpaid_fees_expires_at" ON "unpaid_fees" USING btree ("expires_at");