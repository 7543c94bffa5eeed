import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma's command line looks for a native engine, which it downloads from outside the npm registry: npm has none. Ours
// is another build of that engine, as WebAssembly, from npm. If the variable is set, the engine that it names is used.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./tools/schema-engine.mjs', import.meta.url));

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `prisma generate` reads no database, but wants an address; the commands that do read one are given DATABASE_URL.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/mandate' },
});
