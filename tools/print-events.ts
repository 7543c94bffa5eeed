import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { eventCatalog } from '../src/vocabulary/catalog/event-schemas.ts';
import { breaks } from './events/compatibility.ts';

// node tools/print-events.ts              writes catalog/events.schema.json and catalog/events.d.ts
// node tools/print-events.ts --check      fails if they differ from the code
// node tools/print-events.ts --breaking   writes them even if published events lose or change members
// Without --breaking it fails if a published event loses or changes a member, because receivers rely on it.
const path = (name: string) => fileURLToPath(new URL(`../catalog/${name}`, import.meta.url));
const read = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : '');

const catalog = eventCatalog();
const files = {
  'events.schema.json': `${JSON.stringify(catalog, null, 2)}\n`,
  'events.d.ts': await compile(withBareReferences(catalog) as never, 'Event', {
    bannerComment: '// Made from src/vocabulary/events.ts by "npm run events".',
    additionalProperties: false,
    unreachableDefinitions: false,
  }),
};

const published = read('events.schema.json');
const lost = published ? breaks(JSON.parse(published) as Record<string, unknown>, catalog) : [];
const isBreaking = process.argv.includes('--breaking');
if (lost.length && !isBreaking) fail(['Incompatible changes of published events:', ...lost]);
else if (process.argv.includes('--check')) check();
else for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);

// Beside a reference the library takes a description for another type.
function withBareReferences(schema: object): unknown {
  return JSON.parse(
    JSON.stringify(schema, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && '$ref' in value ? { $ref: value.$ref } : value,
    ),
  );
}

function check(): void {
  const stale = Object.entries(files).filter(([name, text]) => read(name) !== text);
  if (stale.length) fail([`catalog/${stale[0]?.[0]} differs from the code. Run: npm run events`]);
}

function fail(lines: string[]): void {
  for (const line of lines) console.error(line);
  process.exitCode = 1;
}
