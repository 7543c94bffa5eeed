import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const index = 'src/console/style/console.css';

it('the styles of the console are all in the index, which has their order', () => {
  const listed = Array.from(readFileSync(index, 'utf8').matchAll(/^@import "(.+)";$/gm), ([, path = '']) =>
    relative('.', join(index, '..', path)),
  );
  const all = globSync('src/console/**/*.css').filter((path) => basename(path) !== 'console.css');
  expect(all.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(all.toSorted());
});
