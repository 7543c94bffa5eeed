-- What acts in an application, who answers for it, and when it ends. The id of an owner stays when the user is deleted:
-- without it, the application would have no owner instead of one that is not active. So there is no foreign key.
ALTER TABLE "applications" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'SERVICE',
ADD COLUMN     "owner_id" TEXT,
ADD CONSTRAINT "applications_kind" CHECK ("kind" IN ('SERVICE', 'AGENT')),
-- Someone answers for each agent.
ADD CONSTRAINT "applications_owner" CHECK ("kind" <> 'AGENT' OR "owner_id" IS NOT NULL);

-- CreateIndex
CREATE INDEX "applications_owner_id_idx" ON "applications"("owner_id");

-- The applications that maintenance suspends next: few of all.
CREATE INDEX "applications_expires_at_idx" ON "applications" ("expires_at", "id") WHERE "expires_at" IS NOT NULL AND "suspended_at" IS NULL;
