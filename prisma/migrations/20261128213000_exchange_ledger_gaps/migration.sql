-- What left a gap, and no guess of how many rows it has.
ALTER TABLE "exchange_gaps" ALTER COLUMN "at_most" DROP NOT NULL;
ALTER TABLE "exchange_gaps" ADD COLUMN "cause" TEXT NOT NULL DEFAULT 'ended';
UPDATE "exchange_gaps" SET "cause" = 'lost' WHERE "at_most" <> 20000;
UPDATE "exchange_gaps" SET "at_most" = NULL WHERE "cause" = 'ended';
CREATE INDEX "exchange_gaps_writer_id_idx" ON "exchange_gaps"("writer_id");

-- One row: state of the ledger of token exchanges.
CREATE TABLE "exchange_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "recorded_since" TIMESTAMPTZ(3),

    CONSTRAINT "exchange_head_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "exchange_head_single" CHECK ("id" = 1)
);
INSERT INTO "exchange_head" ("recorded_since") SELECT min("at") FROM "exchanges";
