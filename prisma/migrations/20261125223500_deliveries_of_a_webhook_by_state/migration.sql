-- CreateIndex
-- The console counts what a webhook has not delivered, after each attempt. A delivery that succeeds at once is not in it.
CREATE INDEX "webhook_deliveries_webhook_status_idx" ON "webhook_deliveries"("webhook_id", "status", "id") WHERE "status" <> 'delivered';
