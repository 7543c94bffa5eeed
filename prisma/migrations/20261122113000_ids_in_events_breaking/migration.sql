-- Public names of ids follow the kinds: `apiResourceId` of a scope was `resourceId`, `organizationInvitationIds` of
-- OrganizationRole.Deleted was `invitationIds`. Webhooks in events name the kind `apiResource`, as the webhooks do.
-- Breaking: earlier versions cannot read the new names.
UPDATE "events" SET "data" = jsonb_set("data", '{scope}',
  (("data" -> 'scope') - 'resourceId'::text) || jsonb_build_object('apiResourceId', "data" #> '{scope,resourceId}'))
WHERE "subject_kind" = 'scope' AND "data" -> 'scope' ? 'resourceId';

UPDATE "events" SET "data" =
  ("data" - 'invitationIds'::text) || jsonb_build_object('organizationInvitationIds', "data" -> 'invitationIds')
WHERE "subject_kind" = 'organizationRole' AND "data" ? 'invitationIds';

UPDATE "events" SET "data" = jsonb_set("data", '{webhook,subjectKinds}',
  replace("data" #>> '{webhook,subjectKinds}', '"resource"', '"apiResource"')::jsonb)
WHERE "subject_kind" = 'webhook' AND "data" #> '{webhook,subjectKinds}' ? 'resource';

UPDATE "webhooks" SET "selection" = regexp_replace(regexp_replace("selection",
  '\mresourceId\M', 'apiResourceId', 'g'), '\minvitationIds\M', 'organizationInvitationIds', 'g')
WHERE "selection" ~ '\m(resourceId|invitationIds)\M';
