-- DropIndex
DROP INDEX "flows_reference_key";

-- CreateIndex
CREATE INDEX "flows_reference_idx" ON "flows"("reference");

