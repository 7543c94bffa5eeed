-- CreateIndex
CREATE INDEX "webhook_deliveries_event_type_id_idx" ON "webhook_deliveries"("event_type", "id");

