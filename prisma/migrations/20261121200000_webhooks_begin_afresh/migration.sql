-- What was heard of an endpoint before its webhook was enabled, or given another address, says nothing of it since.
ALTER TABLE "webhooks" ADD COLUMN "beginnings" INTEGER NOT NULL DEFAULT 1;
