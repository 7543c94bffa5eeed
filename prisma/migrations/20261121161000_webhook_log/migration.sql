-- The deliveries of one webhook, in the order of their creation.
DROP INDEX "webhook_deliveries_webhook_id_created_at_id_idx";
CREATE INDEX "webhook_deliveries_webhook_id_id_idx" ON "webhook_deliveries"("webhook_id", "id");
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_redelivery" CHECK ("redelivery" IN ('single', 'failed', 'missing', 'backfill'));
