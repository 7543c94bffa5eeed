import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { documentedVariables } from '../../src/config.ts';

const readme = readFileSync('README.md', 'utf8');

test("the README's configuration table is the one that --help prints", () => {
  const rows = documentedVariables.map(({ name, meaning, otherwise }) => `| \`${name}\` | ${meaning} | ${otherwise} |`);
  const table = ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
  const [, written] = /<!-- configuration -->\n([\s\S]*?)\n<!-- \/configuration -->/.exec(readme) ?? [];
  expect(written).toBe(table);
});

test('every npm command that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(packageJson.scripts)).toContain(name);
});

test('every file of the project that the README links to exists', () => {
  const links = [...readme.matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, path]) => path ?? '');
  for (const path of links) expect(() => readFileSync(path)).not.toThrow();
});
