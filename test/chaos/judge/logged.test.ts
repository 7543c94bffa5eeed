import { describe, expect, it } from 'vitest';
import { countLines, type Logged } from './logged.ts';

const countedIn = (...lines: object[]): [string, number][] => {
  const logged: Logged = new Map();
  countLines(logged, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return [...logged];
};
const failed = (err: object) => ({ level: 'error', msg: 'it failed', err });

describe('the summary of the log', () => {
  it('counts each message with the first line of its reason', () => {
    const lines = [failed({ message: 'no\nat all' }), failed({ message: 'no' }), { level: 'warn', msg: 'slow' }];
    expect(countedIn(...lines)).toEqual([
      ['error: it failed (no)', 2],
      ['warn: slow', 1],
    ]);
  });

  it('lists the reasons of an aggregate error once, or its code', () => {
    const refused = [{ message: 'connect ECONNREFUSED ::1:1' }, { message: 'connect ECONNREFUSED 127.0.0.1:1' }];
    const several = { message: '', code: 'ECONNREFUSED', aggregateErrors: [...refused, ...refused] };
    expect(countedIn(failed(several), failed({ message: '', code: 'EPIPE', aggregateErrors: [] }))).toEqual([
      ['error: it failed (connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1)', 1],
      ['error: it failed (EPIPE)', 1],
    ]);
  });

  it('omits half a line of a killed process, and other output', () => {
    const logged: Logged = new Map();
    countLines(logged, '{"level":"warn","msg":"wh\nMandate listens\n');
    expect([...logged]).toEqual([]);
  });
});
