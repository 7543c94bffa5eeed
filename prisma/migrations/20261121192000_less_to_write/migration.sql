-- With room for the next version of a row beside the one before, counting on writes no index.
ALTER TABLE "webhook_streams" SET (fillfactor = 50);
-- An event is without a place in the feed for an instant: this index holds no others, and giving a place takes an event out of it.
DROP INDEX "events_position_sequence_idx";
CREATE INDEX "events_unplaced_idx" ON "events"("sequence") WHERE "position" IS NULL;
