import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runMain } from '../support/command-line.ts';
import { programBuilt } from '../support/servers/platform-process.ts';
import { buildProgram, program } from '../../tools/server/program.ts';

const folder = dirname(program);
const scripts = () => readdirSync(folder).filter((name) => name.endsWith('.js'));
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

  describe('at npm start, whose source is newer than what is built,', () => {
    let project: string;
    beforeAll(() => {
      project = mkdtempSync(join(tmpdir(), 'mandate-project-'));
      for (const path of ['src/main.ts', 'prisma/schema.prisma', 'package.json', 'package-lock.json', 'tools'])
        cpSync(path, join(project, path), { recursive: true });
      symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
    });
    afterAll(() => rmSync(project, { recursive: true }));
    const prestart = (env: Record<string, string>) =>
      spawnSync('sh', ['-c', packageJson.scripts.prestart], {
        cwd: project,
        env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...env },
        encoding: 'utf8',
      });

    it('is not built in production: one sentence, and nothing is started', () => {
      const { status, stdout, stderr } = prestart({ NODE_ENV: 'production' });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe('dist/server is not built from this source: run npm ci first.\n');
      expect(existsSync(join(project, 'dist'))).toBe(false);
    });

    it('is one sentence as well if it cannot be written', () => {
      // Root can write anywhere, except below a file.
      writeFileSync(join(project, 'dist'), '');
      const { status, stdout, stderr } = prestart({});
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        'dist/server is not built from this source, and cannot be written (ENOTDIR): run npm ci as its owner.\n',
      );
    });

    it('is not built without the packages for development: one sentence', () => {
      rmSync(join(project, 'node_modules'));
      const { status, stdout, stderr } = prestart({});
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        'dist/server is not built from this source, and nothing is built without the packages for development.\n',
      );
    });
  });

  it('takes the commands of src/main.ts', async () => {
    const { exitCode, stdout } = await runMain(['--version'], {});
    expect([exitCode, stdout]).toEqual([0, `${packageJson.version}\n`]);
  });
});
