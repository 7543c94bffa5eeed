import { compareMigrations } from './migrations.ts';
import { command, type Step } from './steps.ts';

/** What can be said about the project without running the platform. The slow ones first: they run two at a time. */
export const checks: readonly Step[] = [
  { name: 'migration drift', run: () => compareMigrations(['--exit-code']) },
  { name: 'types', run: () => command('tsc', ['--noEmit', '--pretty']) },
  { name: 'lint', run: () => command('oxlint', ['--type-aware']) },
  { name: 'schema drift', run: () => command('node', ['tools/print-schema.ts', '--check']) },
  { name: 'published events', run: () => command('node', ['tools/print-events.ts', '--check']) },
  { name: 'formatting', run: () => command('biome', ['format', '--colors=force']) },
];
