-- AlterTable
ALTER TABLE "factors" ADD COLUMN     "host" TEXT;

