import { setTimeout } from 'node:timers/promises';

/** Measures and waits, in milliseconds. Unlike the clock it never jumps. */
export interface Timer {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  wait: (milliseconds) => setTimeout(milliseconds),
};
