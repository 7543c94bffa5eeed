-- "version" counts the same changes.
ALTER TABLE "applications" DROP COLUMN "revision";
