-- When a writer of the ledger was last seen, also if it could not write rows. Null for processes that do not state it.
ALTER TABLE "exchange_writers" ADD COLUMN "seen_at" TIMESTAMPTZ(3);
