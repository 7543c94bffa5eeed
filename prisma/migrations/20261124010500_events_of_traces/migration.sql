-- Events of one trace, in commit order.
CREATE INDEX "events_trace_position_idx" ON "events"(("cause" #> '{traceId}'), "position");
