-- CreateTable
CREATE TABLE "jobs" (
    "id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "filter" JSONB NOT NULL,
    "search" TEXT,
    "state" TEXT NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "total" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "failures" JSONB NOT NULL DEFAULT '[]',
    "starter" JSONB NOT NULL,
    "cause" JSONB NOT NULL,
    "after_id" TEXT,
    "batch" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "lease" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "jobs_created_at_id_idx" ON "jobs"("created_at", "id");

-- Those that a process may have to continue.
CREATE INDEX "jobs_running_idx" ON "jobs"("created_at", "id") WHERE "state" = 'running';
