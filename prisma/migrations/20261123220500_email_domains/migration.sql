-- Users are found by the domain of their email address through an index. The table is rewritten.
ALTER TABLE "users" ADD COLUMN "email_domain" TEXT GENERATED ALWAYS AS (substring("email" from '[^@]*$')) STORED;
CREATE INDEX "users_email_domain_id_idx" ON "users" ("email_domain", "id");
