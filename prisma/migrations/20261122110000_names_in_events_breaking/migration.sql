-- Public names in stored events: `cause.channel` was `door`; `orderingTimeoutSeconds` and `pausedUntil` of a webhook were
-- `holdBackSeconds` and `restsUntil`. Breaking: earlier versions cannot read the new names.
UPDATE "events" SET "cause" = ("cause" - 'door'::text) || jsonb_build_object('channel', "cause" -> 'door') WHERE "cause" ? 'door';

UPDATE "events" SET "data" = jsonb_set("data", '{webhook}', ("data" -> 'webhook') - ARRAY['holdBackSeconds', 'restsUntil'] || jsonb_build_object(
  'orderingTimeoutSeconds', "data" #> '{webhook,holdBackSeconds}', 'pausedUntil', "data" #> '{webhook,restsUntil}'))
WHERE "subject_kind" = 'webhook' AND "data" -> 'webhook' ? 'holdBackSeconds';

UPDATE "events" SET "data" = jsonb_set("data", '{changed}', replace(replace("data" ->> 'changed',
  '"holdBackSeconds"', '"orderingTimeoutSeconds"'), '"restsUntil"', '"pausedUntil"')::jsonb)
WHERE "subject_kind" = 'webhook' AND "data" -> 'changed' ?| ARRAY['holdBackSeconds', 'restsUntil'];

-- Selections of webhooks name these fields, too.
UPDATE "webhooks" SET "selection" = regexp_replace(regexp_replace(regexp_replace("selection",
  '\mdoor\M', 'channel', 'g'), '\mholdBackSeconds\M', 'orderingTimeoutSeconds', 'g'), '\mrestsUntil\M', 'pausedUntil', 'g')
WHERE "selection" ~ '\m(door|holdBackSeconds|restsUntil)\M';
