import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './testing/steps.ts';

/**
 * The last version: the tag of "version" in package.json, such as v0.2.0, or else the commit that set it. Undefined if
 * there has been no other.
 */
export function lastVersion(project = projectFolder): string | undefined {
  const git = gitIn(project);
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  const tag = git('tag', '--merged', 'HEAD', '--list', `v${version}`);
  if (tag) return tag;
  const commit = git('log', '-1', '--format=%h', '-G^  "version": ', '--', 'package.json');
  // The commit that adds the file sets the version, and does not change it.
  const isAdded = git('log', '-1', '--format=%h', '--diff-filter=A', '--', 'package.json') === commit;
  return isAdded ? undefined : commit;
}

/** A commit in a folder of its own, built as `npm ci` and `npm start` do. */
interface Checkout {
  root: string;
  /** Its short name and subject. */
  title: string;
  remove(): void;
}

/** Makes a temporary worktree, which is removed when this process ends at the latest, also if it is interrupted. */
export function checkOut(commit: string, log: (line: string) => void, project = projectFolder): Checkout {
  const git = gitIn(project);
  const title = git('show', '--no-patch', '--format=%h %s', `${commit}^{commit}`);
  const root = mkdtempSync(join(tmpdir(), 'mandate-version-'));
  const interrupt = () => process.exit(130);
  const remove = () => {
    process.off('exit', remove).off('SIGINT', interrupt).off('SIGTERM', interrupt);
    git('worktree', 'remove', '--force', root);
  };
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  process.once('exit', remove).once('SIGINT', interrupt).once('SIGTERM', interrupt);
  log(`building ${title}`);
  install(root, project);
  return { root, title, remove };
}

/** With the packages of the project if they are the same, or else with its own. */
function install(root: string, project: string): void {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(project)) {
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    run(root, 'npm', 'run', '--if-present', 'postinstall');
  } else run(root, 'npm', 'ci');
  run(root, 'npm', 'run', '--if-present', 'prestart');
}

const gitIn =
  (folder: string) =>
  (...args: string[]): string =>
    run(folder, 'git', ...args);

/** Runs a program in a folder. Throws with its output if it fails. */
function run(folder: string, program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
