-- Rules of an application for its token exchanges. The defaults are no rules.
ALTER TABLE "applications" ADD COLUMN     "exchange_organization_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "organization_rule" TEXT NOT NULL DEFAULT 'OPTIONAL',
ADD COLUMN     "scope_rule" TEXT NOT NULL DEFAULT 'HELD',
ADD COLUMN     "subject_audience" TEXT NOT NULL DEFAULT 'ANY',
ADD COLUMN     "targets_restricted" BOOLEAN NOT NULL DEFAULT false,
-- A rule that no process knows would be none.
ADD CONSTRAINT "applications_subject_audience" CHECK ("subject_audience" IN ('ANY', 'SERVED')),
ADD CONSTRAINT "applications_scope_rule" CHECK ("scope_rule" IN ('HELD', 'NEVER_WIDER')),
ADD CONSTRAINT "applications_organization_rule" CHECK ("organization_rule" IN ('OPTIONAL', 'REQUIRED')),
-- Null is neither any organization nor none.
ADD CONSTRAINT "applications_exchange_organization_ids" CHECK ("exchange_organization_ids" IS NOT NULL);

CREATE TABLE "application_targets" (
    "application_id" TEXT NOT NULL,
    "api_resource_id" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "mappings" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "application_targets_pkey" PRIMARY KEY ("application_id","api_resource_id"),
    -- Null is neither all scopes nor none.
    CONSTRAINT "application_targets_scopes" CHECK ("scopes" IS NOT NULL)
);

CREATE TABLE "served_resources" (
    "application_id" TEXT NOT NULL,
    "api_resource_id" TEXT NOT NULL,

    CONSTRAINT "served_resources_pkey" PRIMARY KEY ("application_id","api_resource_id")
);

CREATE INDEX "application_targets_api_resource_id_idx" ON "application_targets"("api_resource_id");
CREATE INDEX "served_resources_api_resource_id_idx" ON "served_resources"("api_resource_id");

ALTER TABLE "application_targets" ADD CONSTRAINT "application_targets_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "application_targets" ADD CONSTRAINT "application_targets_api_resource_id_fkey" FOREIGN KEY ("api_resource_id") REFERENCES "api_resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "served_resources" ADD CONSTRAINT "served_resources_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "served_resources" ADD CONSTRAINT "served_resources_api_resource_id_fkey" FOREIGN KEY ("api_resource_id") REFERENCES "api_resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;
