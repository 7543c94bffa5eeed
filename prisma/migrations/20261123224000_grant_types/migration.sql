-- The grants that an application may use, of those that its type allows. Until now its type alone decided.
ALTER TABLE "applications" ADD COLUMN "grant_types" TEXT[] NOT NULL
  DEFAULT ARRAY['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'CLIENT_CREDENTIALS'];

-- Stored events have the present form.
UPDATE "events" SET "data" = jsonb_set("data", '{application}', jsonb_build_object(
    'isBuiltIn', false,
    'grantTypes', CASE "data" #>> '{application,type}'
      WHEN 'MACHINE_TO_MACHINE' THEN '["CLIENT_CREDENTIALS"]'::jsonb
      WHEN 'TRADITIONAL_WEB' THEN '["AUTHORIZATION_CODE", "REFRESH_TOKEN", "CLIENT_CREDENTIALS"]'::jsonb
      ELSE '["AUTHORIZATION_CODE", "REFRESH_TOKEN"]'::jsonb END) || ("data" -> 'application'))
WHERE "subject_kind" = 'application' AND "data" ? 'application' AND NOT "data" -> 'application' ? 'grantTypes';
