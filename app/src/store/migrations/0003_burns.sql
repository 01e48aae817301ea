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
CREATE INDEX "burns_signature" ON "burns" USING btree ("signature");