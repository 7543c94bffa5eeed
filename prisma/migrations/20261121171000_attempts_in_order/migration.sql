-- Attempts are numbered for each webhook, in the order in which they are written down: who watches goes on after the last one seen.
ALTER TABLE "webhooks" ADD COLUMN "attempts_made" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "webhook_deliveries" ADD COLUMN "last_attempt" BIGINT;

-- Only what was attempted is looked for.
CREATE INDEX "webhook_deliveries_last_attempt_idx" ON "webhook_deliveries"("webhook_id", "last_attempt") WHERE "last_attempt" IS NOT NULL;
