-- Events tell of applications and API resources with the algorithm that their tokens are signed with. Those that were stored before there was a
-- choice lack it: all tokens were signed with ES256.
UPDATE "events" SET "data" = jsonb_set("data", '{application,idTokenSigningAlg}', '"ES256"')
WHERE "subject_kind" = 'application' AND "data" ? 'application' AND NOT "data" -> 'application' ? 'idTokenSigningAlg';

UPDATE "events" SET "data" = jsonb_set("data", '{resource,accessTokenSigningAlg}', '"ES256"')
WHERE "subject_kind" = 'resource' AND "data" ? 'resource' AND NOT "data" -> 'resource' ? 'accessTokenSigningAlg';
