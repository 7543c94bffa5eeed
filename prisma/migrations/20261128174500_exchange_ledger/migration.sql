-- The ledger of token exchanges. Processes make its partitions, one for each day (UTC).
CREATE TABLE "exchanges" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "position" BIGINT,
    "delegation_id" INTEGER NOT NULL,
    "user_id" TEXT,
    "organization_id" TEXT,
    "session_id" TEXT,
    "grant_id" TEXT,
    "granted" TEXT,
    "dropped" TEXT,
    "carried" TEXT,
    "acr" TEXT,
    "authenticated_at" TIMESTAMPTZ(0),
    "reason" TEXT,
    "txn" UUID,
    "parent" UUID,
    "trace_id" UUID,

    CONSTRAINT "exchanges_pkey" PRIMARY KEY ("id"),
    -- A token was issued, or there is a reason why not.
    CONSTRAINT "exchanges_outcome" CHECK (("granted" IS NULL) <> ("reason" IS NULL)),
    -- Both from the second exchange of a chain on.
    CONSTRAINT "exchanges_chain" CHECK (("txn" IS NULL) = ("parent" IS NULL))
) PARTITION BY RANGE ("id");

CREATE INDEX "exchanges_delegation_id_id_idx" ON "exchanges"("delegation_id", "id");
CREATE INDEX "exchanges_user_id_id_idx" ON "exchanges"("user_id", "id");
-- Partial: few rows have these.
CREATE INDEX "exchanges_organization_id_id_idx" ON "exchanges"("organization_id", "id") WHERE "organization_id" IS NOT NULL;
CREATE INDEX "exchanges_refused_idx" ON "exchanges"("id") WHERE "reason" IS NOT NULL;
CREATE INDEX "exchanges_txn_idx" ON "exchanges"("txn") WHERE "txn" IS NOT NULL;
-- Costs nothing to insert, and is only read at the end.
CREATE INDEX "exchanges_sequence_idx" ON "exchanges" USING BRIN ("sequence") WITH (pages_per_range = 32);

CREATE TABLE "delegations" (
    "id" SERIAL NOT NULL,
    "application_id" TEXT NOT NULL,
    "subject_application_id" TEXT NOT NULL,
    "chain" TEXT NOT NULL,
    "subject_resource" TEXT NOT NULL,
    "api_resource_id" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delegations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "delegations_application_id_subject_application_id_chain_sub_key" ON "delegations"("application_id", "subject_application_id", "chain", "subject_resource", "api_resource_id");
CREATE INDEX "delegations_api_resource_id_idx" ON "delegations"("api_resource_id");

CREATE TABLE "exchange_writers" (
    "id" TEXT NOT NULL,
    "flushed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_writers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "exchange_gaps" (
    "id" SERIAL NOT NULL,
    "writer_id" TEXT NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "at_most" INTEGER NOT NULL,

    CONSTRAINT "exchange_gaps_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "exchange_gaps_from_idx" ON "exchange_gaps"("from");
