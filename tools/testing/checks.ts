import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { command, type Step } from './steps.ts';

/** What can be said about the project without running the platform. The slow ones first: they run two at a time. */
export const checks: readonly Step[] = [
  { name: 'migration drift', run: checkMigrations },
  { name: 'types', run: () => command('tsc', ['--noEmit', '--pretty']) },
  { name: 'lint', run: () => command('oxlint', ['--type-aware']) },
  { name: 'schema drift', run: () => command('node', ['tools/print-schema.ts', '--check']) },
  { name: 'formatting', run: () => command('biome', ['format', '--colors=force']) },
];

/** Whether the migrations, applied to an empty database, give what prisma/schema.prisma says. */
async function checkMigrations(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-shadow-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as somebody else.
  try {
    const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false });
    try {
      // Superuser: Prisma makes a database to try the migrations in.
      await command('prisma', driftArguments, { DATABASE_URL: postgres.superuserUrl });
    } finally {
      await postgres.stop({ evenIfUsed: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const driftArguments = [
  'migrate',
  'diff',
  '--from-migrations',
  'prisma/migrations',
  '--to-schema',
  'prisma/schema.prisma',
  '--exit-code',
];
