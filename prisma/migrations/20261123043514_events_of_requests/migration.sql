-- Events of one HTTP request, and of one operation, in commit order.
CREATE INDEX "events_request_position_idx" ON "events"(("cause" #> '{requestId}'), "position");
CREATE INDEX "events_operation_position_idx" ON "events"(("cause" #> '{operation}'), "position");
