-- Rules of an application about the sign-in behind the tokens that it exchanges. Null is no rule.
ALTER TABLE "applications" ADD COLUMN     "max_authentication_age" INTEGER,
ADD COLUMN     "required_acr" TEXT,
-- From a minute to 180 days.
ADD CONSTRAINT "applications_max_authentication_age" CHECK ("max_authentication_age" BETWEEN 60 AND 15552000),
-- A level that no process knows would never be reached.
ADD CONSTRAINT "applications_required_acr" CHECK ("required_acr" IN ('urn:mandate:level:1', 'urn:mandate:level:2', 'phr'));
