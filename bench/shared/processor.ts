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

/**
 * Processor seconds so far of all threads of a process, and of the processes that it started; 0 if it has ended or is
 * not visible. To the nanosecond if they are idle: from `schedstat` of each thread (kernel.org, sched-stats), because
 * `stat` counts ticks of 10 ms.
 */
export function cpuSeconds(pid: number): number {
  return threadsOf(pid).reduce((sum, thread) => {
    const nanoseconds = Number(readProc(`${pid}/task/${thread}/schedstat`).split(' ')[0]);
    const children = readProc(`${pid}/task/${thread}/children`).split(' ').filter(Boolean);
    return children.reduce((total, child) => total + cpuSeconds(Number(child)), sum + nanoseconds / 1e9);
  }, 0);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`))?.[1] ?? 0) * 1024;
}

/** Seconds since the start in which the core of the server was busy, or taken by the host of the machine. */
export function busySeconds(): number {
  const line = new RegExp(`^cpu${serverCore} (.*)$`, 'm').exec(readProc('stat'))?.[1] ?? '';
  // user nice system idle iowait irq softirq steal (man 5 proc_stat): all except the two kinds of idle time.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(' ').map(Number);
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}

const ticksPerSecond = 100; // USER_HZ is 100 wherever Node runs on Linux (man 7 time).

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
