-- As the other columns that searches compare by their start: an index in the collation of the database may not support that.
ALTER TABLE "users" ALTER COLUMN "email_domain" TYPE TEXT COLLATE "C";
ALTER TABLE "organization_domains" ALTER COLUMN "domain" TYPE TEXT COLLATE "C";
ALTER TABLE "organization_domain_roles" ALTER COLUMN "domain" TYPE TEXT COLLATE "C";
