-- API resources are called "apiResource" everywhere, as their type in GraphQL is. Breaking: an older version would go on
-- to write "resource", and order events about one record under two keys.
UPDATE "events" SET "subject_kind" = 'apiResource',
  "data" = CASE WHEN "data" ? 'resource'
    THEN "data" - 'resource' || jsonb_build_object('apiResource', "data" -> 'resource') ELSE "data" END
WHERE "subject_kind" = 'resource';

UPDATE "webhooks" SET "selection" = regexp_replace("selection", '\mresource(\s*\{)', 'apiResource\1', 'g')
WHERE "selection" ~ '\mresource\s*\{';

UPDATE "webhooks" SET "subject_kinds" = array_replace("subject_kinds", 'resource', 'apiResource')
WHERE 'resource' = ANY("subject_kinds");

UPDATE "webhook_streams" SET "subject_key" = 'apiResource:' || substr("subject_key", length('resource:') + 1)
WHERE "subject_key" LIKE 'resource:%';

UPDATE "webhook_deliveries" SET "subject_key" = 'apiResource:' || substr("subject_key", length('resource:') + 1)
WHERE "subject_key" LIKE 'resource:%';
