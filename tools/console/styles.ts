import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../testing/steps.ts';

const folder = join(projectFolder, 'node_modules/@mantine/core/styles');
const always = ['baseline.layer.css', 'default-css-variables.layer.css', 'global.layer.css'];
const classes = /\.m_[0-9a-f]+/g;

/**
 * The styles of those components of Mantine whose classes occur in the scripts: half of all. They are in the order of
 * the package's own file, because some are built on others.
 */
export function componentStyles(scripts: string): string {
  const whole = readFileSync(join(folder, '../styles.css'), 'utf8');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const used = readdirSync(folder)
    .filter((name) => name.endsWith('.layer.css') && !always.includes(name))
    .map((name) => ({ text: read(name), names: read(name).match(classes) ?? [] }))
    .filter(({ names }) => names.some((name) => scripts.includes(name.slice(1))))
    .map(({ text, names }) => ({ text, place: Math.min(...names.map((name) => whole.indexOf(name))) }))
    .toSorted((one, other) => one.place - other.place);
  return ['@layer mantine, console;', ...always.map(read), ...used.map(({ text }) => text)].join('\n');
}
