-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "branding" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "sign_in_experiences" ADD COLUMN     "branding" JSONB NOT NULL DEFAULT '{}';


-- What pages read of it is by name.
ALTER TABLE "applications" ADD CONSTRAINT "applications_branding_object" CHECK (jsonb_typeof("branding") = 'object');
ALTER TABLE "sign_in_experiences"
  ADD CONSTRAINT "sign_in_experiences_branding_object" CHECK (jsonb_typeof("branding") = 'object');
