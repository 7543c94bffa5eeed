-- One word per thing: a delivery that blocks later ones was the "head" that was "held"; a response was an "answer".
-- Attempts of deliveries are rewritten, which takes time if there are many.
-- Breaking: earlier versions read and write the former names.
ALTER TABLE "webhook_streams" RENAME COLUMN "head" TO "blocking_sequence";
ALTER TABLE "webhook_streams" RENAME COLUMN "held_until" TO "blocked_until";
ALTER INDEX "webhook_streams_held_idx" RENAME TO "webhook_streams_blocked_until_idx";

ALTER TABLE "idempotency_keys" RENAME COLUMN "answer" TO "response";

UPDATE "webhook_deliveries" SET "log" = (
  SELECT json_agg("attempt"::jsonb - 'answer' || jsonb_build_object('responseBody', "attempt" -> 'answer') ORDER BY "place")
  FROM json_array_elements("log") WITH ORDINALITY AS logged ("attempt", "place"))
WHERE json_array_length("log") > 0;
