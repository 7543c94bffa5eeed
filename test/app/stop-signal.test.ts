import { afterEach, describe, expect, it, vi } from 'vitest';
import { stopSignal } from '../../src/app/shutdown.ts';

/** A source of signals and time that the test controls. */
function wait() {
  vi.useFakeTimers({ toFake: ['performance'] });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const on = vi.spyOn(process, 'on').mockReturnThis();
  const stopped = stopSignal();
  const listeners = new Map(on.mock.calls);
  on.mockRestore();
  return { stopped, exit, give: (signal: 'SIGINT' | 'SIGTERM') => listeners.get(signal)?.(signal) };
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the signal to stop', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('is %s', async (signal) => {
    const { stopped, exit, give } = wait();
    give(signal);
    await stopped;
    expect(exit).not.toHaveBeenCalled();
  });

  it('counts once if it is repeated within half a second, because npm forwards what a terminal sends to all processes', () => {
    const { exit, give } = wait();
    give('SIGINT');
    give('SIGINT');
    vi.advanceTimersByTime(500);
    give('SIGTERM');
    expect(exit).not.toHaveBeenCalled();
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends the process at once if %s follows, with %i', (signal, code) => {
    const { exit, give } = wait();
    give('SIGTERM');
    vi.advanceTimersByTime(501);
    give(signal);
    expect(exit.mock.calls).toEqual([[code]]);
  });
});
