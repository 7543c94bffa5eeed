-- AlterTable
ALTER TABLE "devices" ADD COLUMN     "label" TEXT;

