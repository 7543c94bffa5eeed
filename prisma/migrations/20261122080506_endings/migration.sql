-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "endings" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "oidc_records" ADD COLUMN     "client_endings" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "user_endings" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "endings" INTEGER NOT NULL DEFAULT 0;

