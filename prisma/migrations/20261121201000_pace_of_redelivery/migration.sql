-- What is sent again keeps to the pace that was asked for, also when it could not be sent for a while, or is asked for twice.
ALTER TABLE "webhooks" ADD COLUMN "resends_per_second" INTEGER NOT NULL DEFAULT 10;
ALTER TABLE "webhooks" ADD COLUMN "resends_from" TIMESTAMPTZ(3);
