-- A delivery is written once, in one row: its attempts stand in it, and its event is not looked up and locked for a constraint's sake. What
-- belongs to an event is removed with it (store/retention.ts). The log is read as a whole or not at all: as JSON it is not taken apart.
ALTER TABLE "webhook_deliveries" ADD COLUMN "event_type" TEXT, ADD COLUMN "log" JSON NOT NULL DEFAULT '[]';
UPDATE "webhook_deliveries" AS d SET "event_type" = e."type" FROM "events" AS e WHERE e."id" = d."event_id";
UPDATE "webhook_deliveries" AS d SET "log" = made."log" FROM (
  SELECT "delivery_id", json_agg(json_build_object('number', "number",
    'startedAt', to_char("started_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMs', "duration_ms",
    'requestHeaders', "request_headers", 'status', "status", 'failure', "failure", 'error', "error", 'answer', "answer")
    ORDER BY "number") AS "log"
  FROM "webhook_attempts" GROUP BY "delivery_id") AS made
WHERE made."delivery_id" = d."id";
ALTER TABLE "webhook_deliveries" ALTER COLUMN "event_type" SET NOT NULL;
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_event_id_fkey";
DROP TABLE "webhook_attempts";

-- A stream changes with every event: with an index that has its time, every index of it would be written each time.
ALTER TABLE "webhook_streams" DROP COLUMN "last_event_at";
