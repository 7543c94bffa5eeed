import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { schema } from '../src/graphql/schema/schema.ts';
import { schemaText } from './schema-text.ts';

// node tools/print-schema.ts           writes schema.graphql
// node tools/print-schema.ts --check   prints the differences and fails if there are any
const file = fileURLToPath(new URL('../schema.graphql', import.meta.url));
const current = schemaText(schema);

if (process.argv.includes('--check')) check();
else writeFileSync(file, current);

function check(): void {
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (committed === current) return;
  console.error('schema.graphql differs from the code. Run: npm run schema');
  for (const line of difference(committed.split('\n'), current.split('\n'))) console.error(line);
  process.exitCode = 1;
}

/** Lines that only one side has. The schema is sorted, so moved lines do not count. */
function difference(before: string[], after: string[]): string[] {
  const without = (lines: string[], others: string[]) => {
    const rest = new Map<string, number>();
    for (const line of others) rest.set(line, (rest.get(line) ?? 0) + 1);
    return lines.filter((line) => {
      const left = rest.get(line) ?? 0;
      rest.set(line, left - 1);
      return left <= 0;
    });
  };
  return [...without(before, after).map((line) => `- ${line}`), ...without(after, before).map((line) => `+ ${line}`)];
}
