import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { program } from '../../tools/server/program.ts';
import { inherited, programBuilt } from './servers/platform-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a built program with these arguments and settings until it ends; as another user, if one is given. */
export async function runMain(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
  { built = program, ...user }: { uid?: number; gid?: number; built?: string } = {},
) {
  await programBuilt();
  const child = spawn(process.execPath, [built, ...args], {
    cwd: root,
    env: { ...inherited(), ...env },
    ...user,
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, stdout, stderr };
}
