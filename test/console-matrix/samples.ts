import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { ensurePackages, type Program, startProgram } from '../clients/programs.ts';

/** The languages of the programs, and libraries that these name, in Debian. */
const packages = [
  'curl',
  'default-jdk-headless',
  'golang-go',
  'php-cli',
  'puma',
  'python3-authlib',
  'python3-flask',
  'python3-requests',
];

/** Milliseconds that a program may take to the end, or until it answers: Go compiles its standard library first. */
const limit = 240_000;

/** Throws one sentence if something is missing and cannot be installed. */
export function ensureLanguages(): void {
  ensurePackages(packages);
}

/** Reads the program in a language from a page: what a person would copy. */
export async function shownSample(page: Page, section: string, language: string): Promise<string> {
  await page.getByRole('radiogroup', { name: section }).getByText(language, { exact: true }).click();
  return (await page.getByLabel(`${section}, ${language}`, { exact: true }).textContent()) ?? '';
}

/** A program in a folder of its own. */
export interface Sample extends Disposable {
  /** Runs it to its end. Returns what it prints. */
  run(settings: Record<string, string>): Promise<string>;
  /** Starts it and waits until it answers at an address. */
  start(home: string, settings: Record<string, string>): Promise<Program>;
}

/** Writes a program to the file that its first line names, and installs what it needs of npm. */
export async function writeSample(text: string): Promise<Sample> {
  const { file, libraries, command } = headOf(text);
  const folder = mkdtempSync(join(tmpdir(), 'mandate-sample-'));
  writeFileSync(join(folder, file), text);
  if (/\.(?:mjs|html)$/.test(file) && libraries.length > 0) {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...libraries], { cwd: folder });
  }
  const env = environment(folder);
  const line = ['/bin/sh', '-c', command] as const;
  return {
    async run(settings) {
      const options = { cwd: folder, env: { ...env, ...settings }, timeout: limit };
      return (await promisify(execFile)(line[0], line.slice(1), options)).stdout;
    },
    start: (home, settings) => startProgram(line, home, { ...env, ...settings }, { cwd: folder, limit }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The first line is "FILE, with LIBRARIES: COMMAND" in a comment. A command for a shell is its own. */
function headOf(text: string): { file: string; libraries: string[]; command: string } {
  if (text.startsWith('curl ')) return { file: 'command.sh', libraries: [], command: 'sh command.sh' };
  const [first = ''] = text.split('\n');
  const found =
    /^(?:<\?php )?(?:\/\/|#|<!--) (?<file>[^ ,:]+)(?:, with (?<libraries>.+))?: (?<command>.+?)(?: -->)?$/.exec(first);
  const { file, libraries, command } = found?.groups ?? {};
  if (!file || !command) throw new Error(`This line does not say how the program is started: ${first}`);
  return { file, libraries: libraries?.split(', ') ?? [], command };
}

/** This Node.js, then the programs of Debian, which have its libraries. */
const environment = (folder: string): Record<string, string> => ({
  PATH: `${resolve('node_modules/.bin')}:/usr/bin:/bin`,
  HOME: folder,
  GOCACHE: resolve('node_modules/.cache/go-build'),
  GO111MODULE: 'off',
});
