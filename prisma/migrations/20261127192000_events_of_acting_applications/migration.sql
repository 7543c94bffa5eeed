-- What an application did for people: found by its id among those of the cause, of which most events have none.
CREATE INDEX "events_applications_idx" ON "events" USING gin ((cause #> '{applicationIds}'::text[]) jsonb_path_ops) WHERE "position" IS NOT NULL;
