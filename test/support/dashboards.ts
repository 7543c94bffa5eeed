import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

const project = join(import.meta.dirname, '../..');
/** A copy of the programs with their packages and generated files: not among the sources, which other tests read. */
const workshop = join(project, '.cache/dashboards');
const run = promisify(execFile);

/** Programs that share their packages. */
export type Part = 'rest' | 'graphql' | 'linters';

/** The platform for a program. */
export interface Target {
  /** Origin. */
  url: string;
  /** Access token for the Management API. */
  token: string;
}

const folderOf = (part: Part) => join(workshop, part);
const tool = async (part: Part, name: string, args: readonly string[]) =>
  run(join(folderOf(part), 'node_modules/.bin', name), [...args], { cwd: folderOf(part), maxBuffer: 100_000_000 });

/** Copies the programs, and installs the packages of a part if those of its lockfile are not there. */
export async function install(part: Part): Promise<void> {
  cpSync(join(project, 'test/dashboards'), workshop, { recursive: true });
  mkdirSync(join(folderOf(part), 'generated'), { recursive: true });
  const lock = readFileSync(join(folderOf(part), 'package-lock.json'), 'utf8');
  const installed = join(folderOf(part), 'node_modules/.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folderOf(part) });
  writeFileSync(installed, lock);
}

/** Writes the OpenAPI document of this version. */
export function writeOpenApi(part: Part): void {
  const origin = 'https://id.example.com';
  const addresses = { publicUrl: origin, issuer: `${origin}/oidc`, managementResource: `${origin}/api` };
  const document = openApiDocument({ operations: exposedOperations, bulkOperations }, addresses);
  writeFileSync(join(folderOf(part), 'generated/openapi.json'), JSON.stringify(document));
}

/** Generates the types and functions of both OpenAPI generators. */
export async function generateFromOpenApi(): Promise<void> {
  writeOpenApi('rest');
  await generate('rest');
}

/** Generates the types of gql.tada, and what graphql-codegen and relay-compiler make of the documents. */
export async function generateFromSchema(): Promise<void> {
  copyFileSync(join(project, 'schema.graphql'), join(folderOf('graphql'), 'generated/schema.graphql'));
  mkdirSync(join(folderOf('graphql'), 'generated/relay'), { recursive: true });
  await generate('graphql');
}

const generate = (part: 'rest' | 'graphql') => run('npm', ['run', 'generate'], { cwd: folderOf(part) });

/** The errors of the TypeScript compiler, one per line. */
export const typeErrors = async (part: 'rest' | 'graphql'): Promise<string> =>
  findingsOf(tool(part, 'tsc', ['-p', '.']));

/** The findings of Redocly in the OpenAPI document. */
export const lintByRedocly = async (): Promise<string> =>
  findingsOf(tool('rest', 'redocly', ['lint', 'generated/openapi.json', '--format=stylish', '--max-problems=20']));

/** The findings of Spectral in the OpenAPI document. */
export const lintBySpectral = async (): Promise<string> =>
  findingsOf(tool('linters', 'spectral', ['lint', 'generated/openapi.json', '--quiet', '--fail-severity=hint']));

/** The findings of graphql-schema-linter in the schema. */
export const lintSchema = async (): Promise<string> =>
  findingsOf(tool('linters', 'graphql-schema-linter', ['--format=compact', join(project, 'schema.graphql')]));

/** The output of a tool if it succeeds; else that and why it failed. Nothing means no findings. */
async function findingsOf(running: Promise<{ stdout: string }>): Promise<string> {
  const { stdout } = await running.catch(({ stdout: printed = '', message }: Error & { stdout?: string }) => {
    return { stdout: `${printed}\n${message}` };
  });
  return stdout.trim();
}

const environmentOf = ({ url, token }: Target) => ({
  PATH: process.env['PATH'],
  MANDATE_URL: url,
  MANDATE_TOKEN: token,
});

/** Runs a program against a platform. Returns the lines that it prints. Fails when it does. */
export async function runProgram(part: Part, name: string, target: Target): Promise<string[]> {
  const options = { cwd: folderOf(part), env: environmentOf(target), timeout: 30_000 };
  const { stdout } = await run(process.execPath, [name], options);
  return stdout.trim().split('\n');
}

/** Starts a program that does not end by itself. */
export const startProgram = (part: Part, name: string, target: Target): ChildProcess =>
  spawn(process.execPath, [name], {
    cwd: folderOf(part),
    env: environmentOf(target),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
