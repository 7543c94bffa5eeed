-- CreateTable
CREATE TABLE "organization_former_users" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "organization_former_users_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "organization_domains" (
    "organization_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_domains_pkey" PRIMARY KEY ("organization_id","domain")
);

-- CreateTable
CREATE TABLE "organization_domain_roles" (
    "organization_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "organization_role_id" TEXT NOT NULL,

    CONSTRAINT "organization_domain_roles_pkey" PRIMARY KEY ("organization_id","domain","organization_role_id")
);

-- CreateIndex
CREATE INDEX "organization_former_users_user_id_idx" ON "organization_former_users"("user_id");

-- CreateIndex
CREATE INDEX "organization_domains_domain_organization_id_idx" ON "organization_domains"("domain", "organization_id");

-- CreateIndex
CREATE INDEX "organization_domain_roles_organization_role_id_idx" ON "organization_domain_roles"("organization_role_id");

-- AddForeignKey
ALTER TABLE "organization_former_users" ADD CONSTRAINT "organization_former_users_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_former_users" ADD CONSTRAINT "organization_former_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_domains" ADD CONSTRAINT "organization_domains_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_domain_roles" ADD CONSTRAINT "organization_domain_roles_organization_id_domain_fkey" FOREIGN KEY ("organization_id", "domain") REFERENCES "organization_domains"("organization_id", "domain") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_domain_roles" ADD CONSTRAINT "organization_domain_roles_organization_role_id_fkey" FOREIGN KEY ("organization_role_id") REFERENCES "organization_roles"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Events gain the new field, so that it is in all of them.
UPDATE "events" SET "data" = "data" || '{"domains": []}' WHERE "type" = 'OrganizationRole.Deleted';
