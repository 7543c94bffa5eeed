-- ID tokens are signed with RS256 unless an application asks for another algorithm, access tokens with ES256 unless an API resource does.
ALTER TABLE "api_resources" ADD COLUMN "access_token_signing_alg" TEXT NOT NULL DEFAULT 'ES256';
ALTER TABLE "applications" ADD COLUMN "id_token_signing_alg" TEXT NOT NULL DEFAULT 'RS256';

-- An algorithm without a key would make every sign-in of the application, and every token for the API, fail.
ALTER TABLE "api_resources" ADD CONSTRAINT "api_resources_access_token_signing_alg" CHECK ("access_token_signing_alg" IN ('RS256', 'ES256'));
ALTER TABLE "applications" ADD CONSTRAINT "applications_id_token_signing_alg" CHECK ("id_token_signing_alg" IN ('RS256', 'ES256'));
