-- AlterTable
ALTER TABLE "sign_in_experiences" ADD COLUMN     "tests" JSONB NOT NULL DEFAULT '[]',
ALTER COLUMN "policy" SET DEFAULT '{}';


-- There is one sign-in experience, so that it has a version and can be locked.
UPDATE "sign_in_experiences" SET "id" = 'exp_01kazpw2wpea2bq8qw3xz4s2kr' WHERE "id" = 'default';
INSERT INTO "sign_in_experiences" ("id", "updated_at") VALUES ('exp_01kazpw2wpea2bq8qw3xz4s2kr', now()) ON CONFLICT ("id") DO NOTHING;
