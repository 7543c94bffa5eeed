-- Token exchanges summed up by day (UTC), delegation and outcome, from the ledger. Locking the row of exchange_head makes
-- processes take turns.
ALTER TABLE "exchange_head"
ADD COLUMN "counted_until" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "seen_sequence" BIGINT,
ADD COLUMN "seen_at" TIMESTAMPTZ(3);

ALTER TABLE "delegations" ADD COLUMN "started_at" TIMESTAMPTZ(3);

CREATE TABLE "exchange_days" (
    "day" DATE NOT NULL,
    "delegation_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "scopes" TEXT[],
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_days_pkey" PRIMARY KEY ("day","delegation_id","reason")
);
CREATE INDEX "exchange_days_delegation_id_day_idx" ON "exchange_days"("delegation_id", "day");

CREATE TABLE "exchange_people" (
    "day" DATE NOT NULL,
    "delegation_id" INTEGER NOT NULL,
    "registers" BYTEA NOT NULL,

    CONSTRAINT "exchange_people_pkey" PRIMARY KEY ("day","delegation_id"),
    CONSTRAINT "exchange_people_registers" CHECK (length("registers") = 256)
);

-- Pages that were inserted since the last vacuum are summarized, too, and not read each time.
DROP INDEX "exchanges_sequence_idx";
CREATE INDEX "exchanges_sequence_idx" ON "exchanges" USING BRIN ("sequence") WITH (pages_per_range = 32, autosummarize = on);

-- What processes of the previous version have counted. It has the sentences of reasons.
CREATE TEMPORARY TABLE counted ON COMMIT DROP AS
SELECT hour, application_id, subject_application_id, api_resource_id, count, first_at, last_at,
  CASE WHEN description = '' THEN '' WHEN description LIKE '% must not be given twice' THEN 'REPEATED_PARAMETER' ELSE reason END AS reason
FROM exchange_counts LEFT JOIN (
  VALUES
    ('client authentication failed', 'CLIENT_AUTHENTICATION_FAILED'),
    ('token exchange is not allowed for this application', 'EXCHANGE_NOT_ALLOWED'),
    ('a parameter is given twice', 'REPEATED_PARAMETER'),
    ('subject_token is missing', 'NO_SUBJECT_TOKEN'),
    ('subject_token_type is missing', 'NO_SUBJECT_TOKEN_TYPE'),
    ('subject_token_type must be urn:ietf:params:oauth:token-type:access_token', 'WRONG_SUBJECT_TOKEN_TYPE'),
    ('actor_token_type must not be given without actor_token', 'ACTOR_TOKEN_TYPE_ALONE'),
    ('actor_token_type must be urn:ietf:params:oauth:token-type:access_token', 'WRONG_ACTOR_TOKEN_TYPE'),
    ('requested_token_type must be urn:ietf:params:oauth:token-type:access_token or urn:ietf:params:oauth:token-type:jwt', 'WRONG_REQUESTED_TOKEN_TYPE'),
    ('resource is missing', 'NO_RESOURCE'),
    ('only one resource can be named', 'SEVERAL_RESOURCES'),
    ('resource and audience name different resources', 'AUDIENCE_DIFFERS'),
    ('resource must be an absolute URI without a fragment', 'MALFORMED_RESOURCE'),
    ('scope contains invalid characters', 'MALFORMED_SCOPE'),
    ('the subject token is malformed', 'SUBJECT_MALFORMED'),
    ('the subject token is not an access token', 'SUBJECT_WRONG_TYPE'),
    ('the subject token was issued by another issuer', 'SUBJECT_OTHER_ISSUER'),
    ('the subject token is not signed with an algorithm of this issuer', 'SUBJECT_OTHER_ALGORITHM'),
    ('the subject token is signed with a key that this issuer does not publish', 'SUBJECT_UNKNOWN_KEY'),
    ('the subject token has a signature that is not valid', 'SUBJECT_BAD_SIGNATURE'),
    ('the subject token is unknown, has expired or was revoked', 'SUBJECT_UNKNOWN'),
    ('the subject token has expired', 'SUBJECT_EXPIRED'),
    ('the subject token is not valid yet', 'SUBJECT_NOT_YET_VALID'),
    ('the subject token was issued without a user', 'SUBJECT_WITHOUT_USER'),
    ('the subject token does not name the grant that it comes from', 'SUBJECT_WITHOUT_GRANT'),
    ('the subject token was revoked', 'SUBJECT_REVOKED'),
    ('the subject token ended with the session of its user', 'SUBJECT_SESSION_ENDED'),
    ('the subject token is of a user who no longer exists', 'SUBJECT_USER_DELETED'),
    ('the subject token is of a user who is suspended', 'SUBJECT_USER_SUSPENDED'),
    ('the subject token was obtained by a third-party application', 'SUBJECT_THIRD_PARTY'),
    ('the subject token is for the Account API, and is not exchanged', 'SUBJECT_FOR_ACCOUNT_API'),
    ('the subject token was obtained through an application that is suspended', 'SUBJECT_CLIENT_SUSPENDED'),
    ('the subject token was obtained through an application that no longer exists', 'SUBJECT_CLIENT_DELETED'),
    ('the actor token is malformed', 'ACTOR_MALFORMED'),
    ('the actor token is not an access token', 'ACTOR_WRONG_TYPE'),
    ('the actor token was issued by another issuer', 'ACTOR_OTHER_ISSUER'),
    ('the actor token is not signed with an algorithm of this issuer', 'ACTOR_OTHER_ALGORITHM'),
    ('the actor token is signed with a key that this issuer does not publish', 'ACTOR_UNKNOWN_KEY'),
    ('the actor token has a signature that is not valid', 'ACTOR_BAD_SIGNATURE'),
    ('the actor token is unknown, has expired or was revoked', 'ACTOR_UNKNOWN'),
    ('the actor token has expired', 'ACTOR_EXPIRED'),
    ('the actor token is not valid yet', 'ACTOR_NOT_YET_VALID'),
    ('the actor token was issued without a user', 'ACTOR_WITHOUT_USER'),
    ('the actor token does not name the grant that it comes from', 'ACTOR_WITHOUT_GRANT'),
    ('the actor token was revoked', 'ACTOR_REVOKED'),
    ('the actor token ended with the session of its user', 'ACTOR_SESSION_ENDED'),
    ('the actor token is of a user who no longer exists', 'ACTOR_USER_DELETED'),
    ('the actor token is of a user who is suspended', 'ACTOR_USER_SUSPENDED'),
    ('the actor token was obtained by a third-party application', 'ACTOR_THIRD_PARTY'),
    ('the actor token is for the Account API, and is not exchanged', 'ACTOR_FOR_ACCOUNT_API'),
    ('the actor token was obtained through an application that is suspended', 'ACTOR_CLIENT_SUSPENDED'),
    ('the actor token was obtained through an application that no longer exists', 'ACTOR_CLIENT_DELETED'),
    ('the actor token is of another user than the subject token', 'ACTOR_OF_OTHER_USER'),
    ('the subject token is confined to another organization', 'SUBJECT_IN_OTHER_ORGANIZATION'),
    ('the actor token is confined to another organization than the exchange', 'ACTOR_IN_OTHER_ORGANIZATION'),
    ('there is no such resource', 'UNKNOWN_RESOURCE'),
    ('exchanging tokens for the Management API is not allowed for this application: its setting managementApiAllowed is off', 'MANAGEMENT_API_NOT_ALLOWED'),
    ('the user is not a member of this organization', 'NOT_A_MEMBER'),
    ('the user holds none of these scopes on this resource', 'SCOPE_NOT_HELD'),
    ('the subject token carries none of these scopes, or the user no longer holds them', 'SCOPE_NOT_CARRIED'),
    ('the subject token was exchanged 4 times already', 'TOO_MANY_HOPS')
) AS reasons (sentence, reason) ON sentence = description;

INSERT INTO delegations (application_id, subject_application_id, chain, subject_resource, api_resource_id, first_at, started_at)
SELECT application_id, subject_application_id, '', '', api_resource_id, min(first_at), min(first_at) FILTER (WHERE reason = '')
FROM counted WHERE reason IS NOT NULL GROUP BY application_id, subject_application_id, api_resource_id
ON CONFLICT (application_id, subject_application_id, chain, subject_resource, api_resource_id) DO UPDATE
SET first_at = least(delegations.first_at, excluded.first_at), started_at = excluded.started_at;

INSERT INTO exchange_days (day, delegation_id, reason, count, scopes, first_at, last_at)
SELECT (hour AT TIME ZONE 'UTC')::date, delegation.id, reason, sum(count), '{}', min(counted.first_at), max(last_at)
FROM counted JOIN delegations AS delegation USING (application_id, subject_application_id, api_resource_id)
WHERE delegation.chain = '' AND delegation.subject_resource = '' AND reason IS NOT NULL GROUP BY 1, 2, 3;

INSERT INTO activity_counts (hour, kind, count)
SELECT hour, CASE WHEN reason = '' THEN 'exchange-granted' ELSE 'exchange-refused' END, sum(count)
FROM counted WHERE reason IS NOT NULL GROUP BY 1, 2;

COMMENT ON TABLE exchange_counts IS 'Unused since exchange_days. Processes of the previous version write it until they are stopped.';
