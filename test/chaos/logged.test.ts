import { describe, expect, it } from 'vitest';
import { countLines, type Logged } from './logged.ts';

const countedIn = (...lines: object[]): [string, number][] => {
  const logged: Logged = new Map();
  countLines(logged, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return [...logged];
};
const failed = (err: object) => ({ level: 'error', msg: 'it failed', err });

describe('the tally of the log', () => {
  it('counts each message with its reason, as far as the first line of that', () => {
    const lines = [failed({ message: 'no\nat all' }), failed({ message: 'no' }), { level: 'warn', msg: 'slow' }];
    expect(countedIn(...lines)).toEqual([
      ['error: it failed (no)', 2],
      ['warn: slow', 1],
    ]);
  });

  it('gives the reasons of an error that stands for several, each once, else its code', () => {
    const refused = [{ message: 'connect ECONNREFUSED ::1:1' }, { message: 'connect ECONNREFUSED 127.0.0.1:1' }];
    const several = { message: '', code: 'ECONNREFUSED', aggregateErrors: [...refused, ...refused] };
    expect(countedIn(failed(several), failed({ message: '', code: 'EPIPE', aggregateErrors: [] }))).toEqual([
      ['error: it failed (connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1)', 1],
      ['error: it failed (EPIPE)', 1],
    ]);
  });

  it('leaves out half a line, the last of a process that was killed, and what is no line of the log', () => {
    const logged: Logged = new Map();
    countLines(logged, '{"level":"warn","msg":"wh\nMandate listens\n');
    expect([...logged]).toEqual([]);
  });
});
