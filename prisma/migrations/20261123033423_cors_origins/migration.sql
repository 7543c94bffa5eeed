-- CreateIndex
CREATE INDEX "applications_cors_origins_idx" ON "applications" USING GIN ("cors_origins");

