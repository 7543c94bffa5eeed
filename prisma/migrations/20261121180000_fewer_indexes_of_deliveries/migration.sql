-- Every delivery is written twice, and each index that has it both times is paid for twice. What is finished is looked for by webhook and
-- time, what is not by webhook and record: each index has its half.
DROP INDEX "webhook_deliveries_finished_at_idx";
DROP INDEX "webhook_deliveries_webhook_id_finished_at_idx";
CREATE INDEX "webhook_deliveries_finished_idx" ON "webhook_deliveries"("webhook_id", "finished_at") WHERE "finished_at" IS NOT NULL;
DROP INDEX "webhook_deliveries_webhook_id_subject_key_sequence_idx";
CREATE INDEX "webhook_deliveries_open_idx" ON "webhook_deliveries"("webhook_id", "subject_key", "sequence") WHERE "finished_at" IS NULL;
