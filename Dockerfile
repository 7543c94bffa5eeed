# The platform alone: the database is yours (DATABASE_URL), and so is Redis (REDIS_URL) when there is more than one process.
# Debian with glibc, because the password hashing is native code.

# With the packages for development, which take a gigabyte.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Only this project's own script matters, which needs the source.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run postinstall

# What a production installation needs: docs/operating.md.
FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:26-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
# The first start stores its credentials there, unless BOOTSTRAP_* sets them.
RUN mkdir --mode=700 /data && chown node:node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY prisma/migrations prisma/migrations
COPY src src
COPY package.json LICENSE start.sh ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["./start.sh", "dist/server/main.js"]
