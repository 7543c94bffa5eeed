import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** Processor time and memory as Linux accounts for them, and the cores of a process. */

/** The core of the measured server. Everything else runs on the others. */
export const serverCore = '0';

/** All cores of the machine, for `taskset`. */
export const allCores = `0-${cpus().length - 1}`;

/**
 * Moves this process and its later children off the core of the server. Throws an Error with a sentence if that is
 * impossible.
 */
export function leaveServerCore(): void {
  if (process.platform !== 'linux') throw new Error('The benchmark needs Linux: it reads /proc and pins processes.');
  if (availableParallelism() < 2)
    throw new Error('The benchmark needs two cores: one for the server, one for the rest.');
  const others = cores().filter((core) => core !== serverCore);
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', others.join(','), String(process.pid)]);
}

const ticksPerSecond = 100; // USER_HZ is 100 wherever Node runs on Linux (man 7 time).

/** Processor seconds of a process so far, of all threads; 0 if it has ended or is not visible. */
export function cpuSeconds(pid: number): number {
  const text = readProc(`${pid}/stat`);
  // The name, in parentheses, can contain any character: fields start after the last one. User and system time are
  // fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return text === '' ? 0 : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process in bytes: current and maximum. */
export function residentBytes(pid: number): { now: number; peak: number } {
  const text = readProc(`${pid}/status`);
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/** Busy seconds of each core since the machine started: "0", "1" … */
export function busySeconds(): Map<string, number> {
  const lines = readProc('stat').matchAll(/^cpu(\d+) (.*)$/gm);
  return new Map(Array.from(lines, ([, core = '', numbers = '']) => [core, busyOf(numbers.split(' ').map(Number))]));
}

// user nice system idle iowait irq softirq steal (man 5 proc_stat): all except the two kinds of idle time.
function busyOf([user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0]: number[]): number {
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}

function cores(): string[] {
  return readdirSync('/sys/devices/system/cpu')
    .map((name) => /^cpu(\d+)$/.exec(name)?.[1])
    .filter((core) => core !== undefined);
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
