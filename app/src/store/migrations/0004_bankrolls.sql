CREATE TABLE "unpaid_fees" (
	"signature" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"lamports" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "delegate" text;--> statement-breakpoint
ALTER TABLE "idempotency" ADD COLUMN "transaction" text;--> statement-breakpoint
ALTER TABLE "idempotency" ADD COLUMN "last_valid_block_height" bigint;--> statement-breakpoint
CREATE INDEX "unpaid_fees_wallet" ON "unpaid_fees" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "unpaid_fees_expires_at" ON "unpaid_fees" USING btree ("expires_at");