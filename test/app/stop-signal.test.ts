import { afterEach, describe, expect, it, vi } from 'vitest';
import { receiveStopSignals } from '../../src/app/shutdown.ts';

/** A source of signals and time that the test controls. */
function receive() {
  vi.useFakeTimers({ toFake: ['performance'] });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const on = vi.spyOn(process, 'on').mockReturnThis();
  const { first, wait } = receiveStopSignals();
  const listeners = new Map(on.mock.calls);
  on.mockRestore();
  return { first, wait, exit, give: (signal: 'SIGINT' | 'SIGTERM') => listeners.get(signal)?.(signal) };
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the signal to stop', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('can be %s', async (signal) => {
    const { first, exit, give } = receive();
    give(signal);
    await first;
    expect(exit).not.toHaveBeenCalled();
  });

  it('counts once if it is repeated within half a second, because npm forwards what a terminal sends to all processes', () => {
    const { exit, give } = receive();
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
    const { exit, give } = receive();
    give('SIGTERM');
    vi.advanceTimersByTime(501);
    give(signal);
    expect(exit.mock.calls).toEqual([[code]]);
  });

  it('ends the wait before the stop if it is given again, and the process only at the third time', async () => {
    const { first, wait, exit, give } = receive();
    give('SIGTERM');
    await first;
    const waited = wait(3_600_000);
    vi.advanceTimersByTime(501);
    // Twice, as npm forwards it.
    give('SIGINT');
    give('SIGINT');
    await waited;
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(501);
    give('SIGINT');
    expect(exit.mock.calls).toEqual([[130]]);
  });
});
