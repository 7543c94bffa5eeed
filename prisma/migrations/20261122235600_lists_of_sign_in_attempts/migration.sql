-- DropIndex
DROP INDEX "flows_created_at_idx";

-- DropIndex
DROP INDEX "flows_user_id_created_at_idx";

-- CreateIndex
CREATE INDEX "flows_created_at_id_idx" ON "flows"("created_at", "id");

-- CreateIndex
CREATE INDEX "flows_user_id_created_at_id_idx" ON "flows"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "flows_application_id_created_at_id_idx" ON "flows"("application_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "flows_state_created_at_id_idx" ON "flows"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "messages_recipient_id_idx" ON "messages"("recipient", "id");

-- CreateIndex
CREATE INDEX "messages_connector_id_id_idx" ON "messages"("connector_id", "id");

-- CreateIndex
CREATE INDEX "messages_state_id_idx" ON "messages"("state", "id");


-- Most flows are sign-ins: a list of them finds enough in the order of creation.
CREATE INDEX "flows_purpose_idx" ON "flows"("purpose", "created_at", "id") WHERE "purpose" <> 'sign-in';
