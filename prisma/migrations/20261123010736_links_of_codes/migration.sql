-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "link_hash" BYTEA;

