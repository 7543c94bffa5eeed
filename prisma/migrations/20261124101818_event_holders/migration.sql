-- CreateTable
CREATE TABLE "event_holders" (
    "event_id" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "holders" JSONB NOT NULL,

    CONSTRAINT "event_holders_pkey" PRIMARY KEY ("event_id","first")
);

