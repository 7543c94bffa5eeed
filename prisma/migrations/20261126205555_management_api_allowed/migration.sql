-- Whether an application can exchange tokens for ones of the Management API. Has no effect without
-- token_exchange_allowed. No CHECK says so: processes of the previous version turn that column off alone.
ALTER TABLE "applications" ADD COLUMN "management_api_allowed" BOOLEAN NOT NULL DEFAULT false;

-- Stored events have the present form.
UPDATE "events" SET "data" = jsonb_set("data", '{application}', '{"managementApiAllowed": false}' || ("data" -> 'application'))
WHERE "subject_kind" = 'application' AND "data" ? 'application' AND NOT "data" -> 'application' ? 'managementApiAllowed';
