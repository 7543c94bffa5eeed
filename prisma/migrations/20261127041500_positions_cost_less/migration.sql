-- An event is inserted without a position, and gets one after the commit: two versions of a row, each in every index. What
-- only readers of positions use holds the second one alone.
DROP INDEX "events_position_key";
CREATE UNIQUE INDEX "events_position_key" ON "events"("position") WHERE "position" IS NOT NULL;
DROP INDEX "events_type_position_idx";
CREATE INDEX "events_type_position_idx" ON "events"("type", "position") WHERE "position" IS NOT NULL;
DROP INDEX "events_organization_id_position_idx";
CREATE INDEX "events_organization_id_position_idx" ON "events"("organization_id", "position")
  WHERE "position" IS NOT NULL AND "organization_id" IS NOT NULL;
DROP INDEX "events_actor_position_idx";
CREATE INDEX "events_actor_position_idx" ON "events"(("actor" #> '{id}'), "position") WHERE "position" IS NOT NULL;
DROP INDEX "events_request_position_idx";
CREATE INDEX "events_request_position_idx" ON "events"(("cause" #> '{requestId}'), "position") WHERE "position" IS NOT NULL;
DROP INDEX "events_operation_position_idx";
CREATE INDEX "events_operation_position_idx" ON "events"(("cause" #> '{operation}'), "position") WHERE "position" IS NOT NULL;
DROP INDEX "events_trace_position_idx";
CREATE INDEX "events_trace_position_idx" ON "events"(("cause" #> '{traceId}'), "position") WHERE "position" IS NOT NULL;

-- The log is in the order of time: ranges of pages suffice to find one.
DROP INDEX "events_occurred_at_idx";
CREATE INDEX "events_occurred_at_idx" ON "events" USING BRIN ("occurred_at") WITH (autosummarize = on);

-- events_unplaced_idx has what is looked up by it.
DROP INDEX "events_sequence_key";

-- One statement per batch, whose parts every connection plans once. store/event-positions.ts says what it promises.
CREATE FUNCTION assign_positions(most INT) RETURNS INT LANGUAGE plpgsql AS $$
DECLARE
  head BIGINT;
  assigned INT;
BEGIN
  IF NOT EXISTS (SELECT FROM events WHERE position IS NULL) THEN
    RETURN 0;
  END IF;
  SELECT position INTO head FROM event_head FOR UPDATE;
  UPDATE events SET position = head + pending.place
  FROM (
    SELECT id, row_number() OVER (ORDER BY sequence) AS place
    FROM (SELECT id, sequence FROM events WHERE position IS NULL ORDER BY sequence LIMIT most) AS oldest
  ) AS pending WHERE events.id = pending.id;
  GET DIAGNOSTICS assigned = ROW_COUNT;
  UPDATE event_head SET position = head + assigned;
  RETURN assigned;
END
$$;
