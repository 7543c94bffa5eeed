-- A webhook can have millions of deliveries, and one for each record a stream: removing them with it took longer than a transaction may, and
-- nobody was told anything meanwhile. They are removed afterwards, in portions (store/retention.ts). Nor is the webhook looked up and locked any
-- more for each of them that is written: who writes them holds its lock.
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_webhook_id_fkey";
ALTER TABLE "webhook_streams" DROP CONSTRAINT "webhook_streams_webhook_id_fkey";

-- Which turns are with a delivery that is gone is asked once a minute (store/webhook-streams.ts): of the few streams in which somebody waits.
CREATE INDEX "webhook_streams_open_idx" ON "webhook_streams"("webhook_id", "subject_key", "head") WHERE "head" IS NOT NULL;
