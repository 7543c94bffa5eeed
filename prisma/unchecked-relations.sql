-- Relations that the typed client knows and the database does not check: what the comparison of the migrations with the schema adds to them
-- (tools/testing/migrations.ts), and nobody else. Deleting a webhook or an event leaves its deliveries, however many there are, to src/store/retention.ts.
-- Until they are removed, nobody sees them (src/reads/webhook-deliveries.ts). They are written under the lock of the webhook.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
