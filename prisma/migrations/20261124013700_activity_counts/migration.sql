-- Counts per hour, so that figures over time read no log.
CREATE TABLE "activity_counts" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "activity_counts_pkey" PRIMARY KEY ("hour", "kind")
);

CREATE TABLE "activity_count_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "event_position" BIGINT NOT NULL DEFAULT 0,
    "flow_entry_id" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "activity_count_head_pkey" PRIMARY KEY ("id")
);

-- It has one row.
ALTER TABLE "activity_count_head" ADD CONSTRAINT "activity_count_head_single" CHECK ("id" = 1);
INSERT INTO "activity_count_head" DEFAULT VALUES;
