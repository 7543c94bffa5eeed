import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkOut, lastVersion } from '../../tools/last-version.ts';

let project: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: project,
    encoding: 'utf8',
  }).trim();

/** Commits a version of the project. Returns the short name of the commit. */
function commit(version: string, lock = '{}', postinstall = 'echo built > built'): string {
  const packageJson = { name: 'project', version, scripts: { postinstall } };
  writeFileSync(join(project, 'package.json'), JSON.stringify(packageJson, null, 2));
  writeFileSync(join(project, 'package-lock.json'), lock);
  git('add', 'package.json', 'package-lock.json');
  git('commit', '--quiet', '--allow-empty', '-m', `Change of ${version}`);
  return git('log', '-1', '--format=%h');
}

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'bench-commit-')));
  git('init', '--quiet');
  mkdirSync(join(project, 'node_modules'));
});
afterEach(() => rmSync(project, { recursive: true }));

it('the last version is its tag, or the commit that set it, whatever else has a tag', () => {
  commit('0.1.0');
  commit('0.1.0');
  expect(lastVersion(project)).toBeUndefined();
  const changed = commit('0.2.0');
  commit('0.2.0', '{"packages": {}}');
  git('tag', 'before-the-change');
  git('tag', 'v0.1.9');
  expect(lastVersion(project)).toBe(changed);
  git('tag', 'v0.2.0');
  commit('0.2.0');
  git('tag', 'another');
  expect(lastVersion(project)).toBe('v0.2.0');
});

it('a commit is built in a folder of its own, with the same packages, and removed', () => {
  const old = commit('0.1.0');
  commit('0.2.0');
  const { root, title, remove } = checkOut(old, () => {}, project);
  expect(title).toBe(`${old} Change of 0.1.0`);
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toMatchObject({ version: '0.1.0' });
  expect(realpathSync(join(root, 'node_modules'))).toBe(join(project, 'node_modules'));
  expect(existsSync(join(root, 'built'))).toBe(true);
  remove();
  expect([existsSync(root), git('worktree', 'list').split('\n').length]).toEqual([false, 1]);
});

it('a commit with other packages gets its own', () => {
  const lock = (version: string) =>
    JSON.stringify({ name: 'project', version, lockfileVersion: 3, packages: { '': { name: 'project', version } } });
  const old = commit('0.1.0', lock('0.1.0'));
  commit('0.2.0', lock('0.2.0'));
  const { root, remove } = checkOut(old, () => {}, project);
  expect(existsSync(join(root, 'node_modules')) && realpathSync(join(root, 'node_modules'))).not.toBe(
    join(project, 'node_modules'),
  );
  expect(existsSync(join(root, 'built'))).toBe(true);
  remove();
});

it.each([
  ['that fails', 'throw new Error("a measurement failed")', undefined, 1],
  ['that is interrupted', 'setInterval(() => {}, 1000)', 'SIGINT', 130],
] as const)('a process %s removes the folder', async (_what, next, signal, code) => {
  const old = commit('0.1.0');
  const module = new URL('../../tools/last-version.ts', import.meta.url).href;
  const program = `import { checkOut } from '${module}';
    console.log(checkOut('${old}', () => {}, '${project}').root); ${next};`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const ended = once(child, 'exit');
  const [root] = (await once(child.stdout, 'data')) as [Buffer];
  if (signal) child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect([existsSync(root.toString().trim()), git('worktree', 'list').split('\n').length]).toEqual([false, 1]);
});

it('a commit that cannot be built is removed, too', async () => {
  const broken = commit('0.1.0', '{}', 'exit 3');
  const module = new URL('../../tools/last-version.ts', import.meta.url).href;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { checkOut } from '${module}'; checkOut('${broken}', () => {}, '${project}');`,
  ]);
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, git('worktree', 'list').split('\n').length]).toEqual([1, 1]);
});
