-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "session_idle_limit_seconds" INTEGER;


-- Stored events have the present form.
UPDATE "events" SET "data" = jsonb_set("data", '{signInExperience,policy}',
  '{"session": {"limitSeconds": null, "idleLimitSeconds": null}}' || ("data" #> '{signInExperience,policy}'))
WHERE "subject_kind" = 'signInExperience' AND "data" #> '{signInExperience,policy}' IS NOT NULL;
