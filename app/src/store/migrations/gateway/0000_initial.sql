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
	"in_flight_until" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"is_slow" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"run" text,
	"claimed_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address" "bytea" NOT NULL,
	"decimals" smallint,
	CONSTRAINT "addresses_address_unique" UNIQUE("address")
);
--> statement-breakpoint
CREATE TABLE "log" (
	"id" bigint PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"time" bigint NOT NULL,
	"market" integer NOT NULL,
	"sequence" integer NOT NULL,
	"wallet" integer NOT NULL,
	"kind" smallint NOT NULL,
	"is_dropped" boolean NOT NULL,
	"is_rebuilt" boolean NOT NULL,
	"signature" "bytea" NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_head" (
	"program" text COLLATE "C" PRIMARY KEY NOT NULL,
	"genesis" text COLLATE "C" NOT NULL,
	"last_id" bigint DEFAULT 0 NOT NULL,
	"final_slot" bigint DEFAULT 0 NOT NULL,
	"final_id" bigint DEFAULT 0 NOT NULL,
	"listed_signature" text COLLATE "C",
	"listed_slot" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "api_keys_wallet" ON "api_keys" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "idempotency_expires_at" ON "idempotency" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "nonces_expires_at" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "relayed_expires_at" ON "relayed" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "unpaid_fees_wallet" ON "unpaid_fees" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "unpaid_fees_expires_at" ON "unpaid_fees" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook","at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_expires_at" ON "webhook_deliveries" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "webhooks_due" ON "webhooks" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "log_sequence" ON "log" USING btree ("market","sequence") WHERE NOT "log"."is_dropped";--> statement-breakpoint
CREATE INDEX "log_bets" ON "log" USING btree ("market","time") WHERE "log"."kind" = 1 AND NOT "log"."is_dropped";--> statement-breakpoint
CREATE INDEX "log_wallet" ON "log" USING btree ("wallet","id") WHERE "log"."wallet" > 0;--> statement-breakpoint
CREATE INDEX "log_signature" ON "log" USING btree (substr("signature", 1, 5));
--> statement-breakpoint
-- Appends events, each behind the one before it of its market, with the next ids. Events that are there already, or whose
-- predecessor is missing, are left out. A call is one statement of its client, which therefore cannot stop in the middle of
-- it; each statement inside sees what was committed before it, so nothing is read before the lock is held.
-- Returns, for each event, its id in the log or null, and whether the log has it from the same transaction and slot.
CREATE FUNCTION append_events(
  of_program text, of_markets bytea[], of_sequences integer[], of_wallets bytea[], of_signatures bytea[],
  of_slots bigint[], of_times bigint[], of_kinds smallint[], of_rebuilt boolean[], of_data bytea[]
) RETURNS TABLE (place bigint, logged_id bigint, is_same boolean) LANGUAGE plpgsql
-- Its plans are made while the tables are small, and kept: they must use the indexes from the first event on.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  head bigint;
  added integer := 0;
BEGIN
  IF EXISTS (
    SELECT FROM unnest(of_markets, of_sequences) AS input (market, sequence)
    WHERE NOT EXISTS (
      SELECT FROM addresses JOIN log ON log.market = addresses.number
      WHERE addresses.address = input.market AND log.sequence = input.sequence AND NOT log.is_dropped
    )
  ) THEN
    SELECT last_id INTO STRICT head FROM log_head WHERE program = of_program FOR UPDATE;
    INSERT INTO addresses (address)
      SELECT found.address FROM (SELECT unnest(of_markets) UNION SELECT unnest(of_wallets)) AS found (address)
      WHERE found.address IS NOT NULL
        AND NOT EXISTS (SELECT FROM addresses AS known WHERE known.address = found.address)
      ON CONFLICT DO NOTHING;
    INSERT INTO log (id, slot, time, market, sequence, wallet, kind, is_dropped, is_rebuilt, signature, data)
      SELECT head + row_number() OVER (ORDER BY ready, sequence), slot, time, market, sequence,
        coalesce((SELECT number FROM addresses WHERE address = wallet), 0), kind, false, rebuilt, signature, data
      FROM (
        SELECT *, row_number() OVER run AS step, max(place) OVER run AS ready
        FROM (
          SELECT DISTINCT ON (number, input.sequence) input.*, number AS number_of_market, coalesce(last, 0) AS last
          FROM unnest(of_markets, of_sequences, of_wallets, of_signatures, of_slots, of_times, of_kinds, of_rebuilt, of_data)
            WITH ORDINALITY AS input (address, sequence, wallet, signature, slot, time, kind, rebuilt, data, place)
          JOIN addresses AS known ON known.address = input.address
          CROSS JOIN LATERAL (
            SELECT max(log.sequence) FROM log WHERE log.market = known.number AND NOT log.is_dropped
          ) AS end_of (last)
          WHERE input.sequence > coalesce(last, 0)
          ORDER BY number, input.sequence, input.place
        ) AS new
        WINDOW run AS (PARTITION BY number_of_market ORDER BY sequence)
      ) AS numbered, LATERAL (SELECT number_of_market) AS of_market (market)
      WHERE sequence = last + step;
    GET DIAGNOSTICS added = ROW_COUNT;
    UPDATE log_head SET last_id = head + added WHERE program = of_program AND added > 0;
  END IF;
  RETURN QUERY SELECT input.place, log.id, log.signature = input.signature AND log.slot = input.slot
    FROM unnest(of_markets, of_sequences, of_signatures, of_slots) WITH ORDINALITY
      AS input (address, sequence, signature, slot, place)
    LEFT JOIN addresses ON addresses.address = input.address
    LEFT JOIN log ON log.market = addresses.number AND log.sequence = input.sequence AND NOT log.is_dropped;
END
$$;
--> statement-breakpoint
-- Drops an event, and those after it in its market, and appends a row that says so.
-- Returns the id of that row, or null if the event was dropped before.
CREATE FUNCTION drop_events(of_program text, first_id bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  head bigint;
  first log%ROWTYPE;
BEGIN
  SELECT last_id INTO STRICT head FROM log_head WHERE program = of_program FOR UPDATE;
  SELECT * INTO first FROM log WHERE id = first_id AND NOT is_dropped;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE log SET is_dropped = true
    WHERE market = first.market AND sequence >= first.sequence AND NOT is_dropped;
  INSERT INTO log (id, slot, time, market, sequence, wallet, kind, is_dropped, is_rebuilt, signature, data)
    VALUES (head + 1, first.slot, first.time, first.market, first.sequence, 0, 11, true, false, first.signature, int8send(first_id));
  UPDATE log_head SET last_id = head + 1 WHERE program = of_program;
  RETURN head + 1;
END
$$;
