import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

const programs = join(import.meta.dirname, '../dashboards');
/** Where a copy of the programs has its packages and generated files: outside of the sources, which others read. */
const folder = join(import.meta.dirname, '../../.cache/dashboards');
const run = promisify(execFile);
const bin = (name: string) => join(folder, 'node_modules/.bin', name);

/** The platform for a program. */
export interface Target {
  /** Origin. */
  url: string;
  /** Access token for the Management API. */
  token: string;
}

/** Copies the programs, and installs their packages if those of the lockfile are not there. */
export async function install(): Promise<void> {
  cpSync(programs, folder, { recursive: true });
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules/.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  writeFileSync(installed, lock);
}

/** Generates the types and functions of both OpenAPI generators, from the document of this version. */
export async function generateFromOpenApi(): Promise<void> {
  const origin = 'https://id.example.com';
  const addresses = { publicUrl: origin, issuer: `${origin}/oidc`, managementResource: `${origin}/api` };
  const document = openApiDocument({ operations: exposedOperations, bulkOperations }, addresses);
  mkdirSync(join(folder, 'generated'), { recursive: true });
  writeFileSync(join(folder, 'generated/openapi.json'), JSON.stringify(document));
  const types = ['generated/openapi.json', '-o', 'generated/openapi-typescript.d.ts'];
  await Promise.all([
    run(bin('openapi-typescript'), types, { cwd: folder }),
    run(bin('openapi-ts'), ['-f', 'openapi-ts.config.mjs'], { cwd: folder }),
  ]);
}

/** The errors of the TypeScript compiler, one per line. */
export const typeErrors = async (): Promise<string> => outputOf(bin('tsc'), ['-p', '.']);

/** The findings of a linter of OpenAPI documents, without warnings that redocly.yaml switches off. */
export const lint = async (): Promise<string> =>
  outputOf(bin('redocly'), ['lint', 'generated/openapi.json', '--format=stylish', '--max-problems=20']);

/** Runs a program against a platform. Returns what it prints. Fails when it does. */
export async function runProgram(name: string, { url, token }: Target): Promise<string> {
  const env = { PATH: process.env['PATH'], MANDATE_URL: url, MANDATE_TOKEN: token };
  const { stdout } = await run(process.execPath, [name], { cwd: folder, env, timeout: 30_000 });
  return stdout;
}

/** What a program prints, whatever its exit code. */
async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...args], { cwd: folder }).catch((error: { stdout: string }) => error);
  return stdout.trim();
}
