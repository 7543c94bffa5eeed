import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** One check. It fails by throwing, and the whole message is printed. */
export interface Step {
  name: string;
  run(): Promise<string | void>;
}

export interface RunOptions {
  /** The number of steps that run at a time. */
  parallel?: number;
  print?: (text: string) => void;
}

/** Runs the steps, prints the result of each, and returns the names of those that failed. */
export async function runSteps(
  steps: readonly Step[],
  { parallel = 2, print = console.log }: RunOptions = {},
): Promise<string[]> {
  const waiting = [...steps];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step, print))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return failed;
}

/** Runs one step and prints its result; false if it failed. */
export async function runStep({ name, run }: Step, print: (text: string) => void = console.log): Promise<boolean> {
  const start = performance.now();
  const report = (outcome: string, remark: string): void => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    print(`${outcome.padEnd(7)} ${name.padEnd(18)} ${seconds.padStart(6)} s  ${remark}`.trimEnd());
  };
  try {
    report('ok', (await run()) ?? '');
    return true;
  } catch (error) {
    report('FAILED', '');
    print(error instanceof Error ? error.message : String(error));
    return false;
  }
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
