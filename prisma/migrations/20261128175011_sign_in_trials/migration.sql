-- CreateTable
CREATE TABLE "sign_in_trials" (
    "id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "resource" TEXT,
    "opened_at" TIMESTAMPTZ(3),
    "sealed" BYTEA,
    "result" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_trials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sign_in_trials_application_id_idx" ON "sign_in_trials"("application_id");

-- CreateIndex
CREATE INDEX "sign_in_trials_user_id_idx" ON "sign_in_trials"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_trials_expires_at_idx" ON "sign_in_trials"("expires_at");

-- AddForeignKey
ALTER TABLE "sign_in_trials" ADD CONSTRAINT "sign_in_trials_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_trials" ADD CONSTRAINT "sign_in_trials_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

