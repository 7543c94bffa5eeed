-- CreateTable
CREATE TABLE "assets" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "assets_pkey" PRIMARY KEY ("id"),
    -- The address of a picture is its only protection: it must not name another content.
    CONSTRAINT "assets_id_digest" CHECK ("id" ~ '^[A-Za-z0-9_-]{43}$'),
    -- Any other type could be a page with scripts.
    CONSTRAINT "assets_type_known" CHECK ("type" IN ('image/png', 'image/jpeg', 'image/webp'))
);

-- CreateIndex
CREATE INDEX "assets_used_at_idx" ON "assets"("used_at");


-- Which assets are used (store/assets.ts): the address of a picture of the platform ends with its id.
CREATE INDEX "users_avatar_asset_idx" ON "users" (right("avatar", 43)) WHERE "avatar" LIKE '%/assets/%';
