import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../tools/testing/steps.ts';
import { checkStart } from './start.ts';

const help = `npm run check:installation: what a production installation needs, in a folder of its own.

Installs the packages of this folder's package-lock.json from the registry of npm, as docs/operating.md describes it:
without those for development, and without Node.js and the embedded PostgreSQL. npm must not warn, the packages must
take less than 300 MB, and the installation must build nothing, in one line. With the dist of this folder, npm start
must then serve the console, issue a token and hash a password. Takes a minute. Exit code 1 if anything is wrong.`;

/** Megabytes, as `du` counts them. */
const limit = 300;

/** The parts of a production installation: all of these, and nothing that is generated. */
const parts = ['package.json', 'package-lock.json', '.npmrc', 'start.sh', 'prisma', 'src', 'tools'];

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'mandate-installation-'));
  try {
    for (const part of parts)
      cpSync(join(projectFolder, part), join(folder, part), { recursive: true, filter: isSource });
    checkPackages(folder);
    execFileSync('npm', ['run', 'postinstall'], { cwd: projectFolder });
    cpSync(join(projectFolder, 'dist'), join(folder, 'dist'), { recursive: true });
    await checkStart(folder);
    return 0;
  } catch (error) {
    console.error(`FAILED  ${(error as Error).message}`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isSource(path: string): boolean {
  return !path.endsWith('/generated');
}

function checkPackages(folder: string): void {
  npmCi(folder, '--dry-run', '--ignore-scripts');
  console.log(`ok      npm ci prints no warning with Node.js ${process.version}`);
  const lines = npmCi(folder, '--omit=dev', '--omit=optional').filter((line) => line.startsWith('Nothing is built'));
  if (lines.length !== 1) throw new Error('the installation does not say in one line that it builds nothing.');
  console.log(`ok      ${lines[0]}`);
  const [kilobytes] = execFileSync('du', ['--summarize', '--block-size=1000', 'node_modules'], {
    cwd: folder,
    encoding: 'utf8',
  }).split('\t');
  const megabytes = Math.round(Number(kilobytes) / 1000);
  if (!(megabytes < limit)) throw new Error(`the packages take ${megabytes} MB: at most ${limit}.`);
  console.log(`ok      the packages take ${megabytes} MB`);
}

/** Returns what it prints. Throws if it fails or warns. */
function npmCi(folder: string, ...options: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('npm', ['ci', ...options], { cwd: folder, encoding: 'utf8' });
  if (status !== 0 || stderr.includes('npm warn')) throw new Error(`npm ci ${options.join(' ')}:\n${stderr}`);
  return stdout.split('\n');
}
