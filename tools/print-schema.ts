import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { schema } from '../src/graphql/schema.ts';
import { enumValuesOf } from './enum-values.ts';
import { schemaText } from './schema-text.ts';

// node tools/print-schema.ts           writes schema.graphql, and what the console needs beside it
// node tools/print-schema.ts --check   prints the differences and fails if there are any
const texts: Readonly<Record<string, string>> = {
  'schema.graphql': schemaText(schema),
  'tools/console/enum-values.json': `${JSON.stringify(enumValuesOf(schema), null, 2)}\n`,
};

for (const [path, text] of Object.entries(texts)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  if (process.argv.includes('--check')) check(path, file, text);
  else writeFileSync(file, text);
}

function check(path: string, file: string, current: string): void {
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (committed === current) return;
  console.error(`${path} differs from the code. Run: npm run schema`);
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
