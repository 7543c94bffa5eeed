import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runMain } from '../support/command-line.ts';
import { programBuilt } from '../support/platform-process.ts';
import { buildProgram, program } from '../../tools/server/program.ts';

const folder = dirname(program);
const scripts = () => readdirSync(folder).filter((name) => name.endsWith('.js'));
/** What a script imports. */
const importsOf = (name: string): string[] =>
  [...readFileSync(join(folder, name), 'utf8').matchAll(/^(?:import|export) (?:.* from )?"([^"]+)";$/gm)].map(
    ([, specifier = '']) => specifier,
  );
const isBuiltIn = (specifier: string): boolean => specifier.startsWith('node:') || builtinModules.includes(specifier);
const packageOf = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';

describe('the built program', () => {
  it('imports only its own files, packages that the platform depends on, and modules of Node.js', async () => {
    await programBuilt();
    const imported = [...new Set(scripts().flatMap(importsOf))].filter((specifier) => !isBuiltIn(specifier));
    const own = imported.filter((specifier) => specifier.startsWith('.'));
    expect(own.filter((specifier) => !scripts().includes(specifier.replace('./', '')))).toEqual([]);
    const packages = imported.filter((specifier) => !specifier.startsWith('.')).map(packageOf);
    expect(packages.length).toBeGreaterThan(2);
    expect(packages.filter((name) => !Object.hasOwn(packageJson.dependencies, name))).toEqual([]);
  });

  it('is not built again while its source is the same', async () => {
    await programBuilt();
    const before = statSync(program).mtimeMs;
    await buildProgram();
    expect(statSync(program).mtimeMs).toBe(before);
  });

  it('takes the commands of src/main.ts', async () => {
    const { exitCode, stdout } = await runMain(['--version'], {});
    expect([exitCode, stdout]).toEqual([0, `${packageJson.version}\n`]);
  });
});
