-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "account_api_allowed" BOOLEAN NOT NULL DEFAULT false;

