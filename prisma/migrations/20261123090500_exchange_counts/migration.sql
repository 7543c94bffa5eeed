-- CreateTable
CREATE TABLE "exchange_counts" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "application_id" TEXT NOT NULL,
    "subject_application_id" TEXT NOT NULL,
    "api_resource_id" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_counts_pkey" PRIMARY KEY ("hour","application_id","subject_application_id","api_resource_id","error","description")
);
