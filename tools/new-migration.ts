import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareMigrations } from './testing/migrations.ts';
import { projectFolder } from './testing/steps.ts';

/** `npm run migration -- add-webhooks`: writes the migration from the current migrations to prisma/schema.prisma. */
async function main(name = ''): Promise<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return 'Give the migration a name such as add-webhooks.';
  const draft = join(projectFolder, 'prisma', 'draft.sql');
  try {
    await compareMigrations(['--script', '--output', draft]);
    if (readFileSync(draft, 'utf8').startsWith('-- This is an empty migration'))
      return 'The migrations already match the schema.';
    const folder = join('prisma', 'migrations', `${timestamp()}_${name.replaceAll('-', '_')}`);
    mkdirSync(join(projectFolder, folder));
    renameSync(draft, join(projectFolder, folder, 'migration.sql'));
    return `Wrote ${folder}/migration.sql. Read it; add the CHECK constraints that the schema cannot express, with their reasons.`;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** 20261120093000, in UTC: migrations are applied in the order of their names. */
const timestamp = (): string => new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);

console.log(await main(process.argv[2]));
