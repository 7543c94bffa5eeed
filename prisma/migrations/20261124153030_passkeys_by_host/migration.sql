-- CreateIndex
CREATE INDEX "factors_host_idx" ON "factors"("host");

