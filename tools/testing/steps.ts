import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** One check. It fails by throwing: the message is shown whole. */
export interface Step {
  name: string;
  run(): Promise<string | void>;
}

/** Runs the steps, two at a time, tells of each as it ends, and returns the names of those that failed. */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const waiting = [...steps];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failed.push(step.name);
    }
  };
  await Promise.all([work(), work()]);
  return failed;
}

/** Runs one step and tells how it went; false when it failed. */
export async function runStep({ name, run }: Step): Promise<boolean> {
  const start = performance.now();
  try {
    report('ok', name, start, (await run()) ?? '');
    return true;
  } catch (error) {
    report('FAILED', name, start, '');
    console.log(error instanceof Error ? error.message : error);
    return false;
  }
}

function report(outcome: string, name: string, start: number, remark: string): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${outcome.padEnd(7)} ${name.padEnd(18)} ${seconds.padStart(6)} s  ${remark}`.trimEnd());
}

/** Runs a program of the project; throws its whole output when it fails. */
export function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: projectFolder, env: { ...process.env, ...env } });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`$ ${program} ${args.join(' ')}\n${output.trim()}`));
    });
  });
}
