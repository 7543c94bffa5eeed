import { describe, expect, it } from 'vitest';
import { createLogger, readable } from '../../src/platform/logger.ts';

function capture(level: 'debug' | 'info' = 'info') {
  const lines: string[] = [];
  return { lines, logger: createLogger(level, { write: (line) => void lines.push(line) }) };
}

describe('the log', () => {
  it('has one JSON object per line with an ISO time and the name of the level', () => {
    const { lines, logger } = capture();
    logger.info({ requestId: 'req_1' }, 'hello\nworld');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: 'req_1',
      msg: 'hello\nworld',
    });
  });

  it('omits entries below its level', () => {
    const { lines, logger } = capture('info');
    logger.debug('not this');
    expect(lines).toEqual([]);
  });

  it.each([
    'authorization',
    'cookie',
    'set-cookie',
    'password',
    'secret',
    'client_secret',
    'token',
    'access_token',
    'subject_token',
  ])('masks the field %s at every depth that is logged', (field) => {
    const { lines, logger } = capture();
    logger.info(
      { [field]: 'sesame', headers: { [field]: 'sesame' }, request: { headers: { [field]: 'sesame' } } },
      'x',
    );
    expect(lines[0]).not.toContain('sesame');
    expect(lines[0]?.match(/\[secret\]/g)).toHaveLength(3);
  });

  it('contains errors with their stack', () => {
    const { lines, logger } = capture();
    logger.error({ err: new TypeError('broken') }, 'failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { type: 'TypeError', message: 'broken', stack: expect.any(String) },
    });
  });

  it('is readable in a terminal: one line, followed by the stack of an error', () => {
    const { lines, logger } = capture();
    logger.warn({ port: 3000 }, 'careful');
    logger.error({ err: new Error('broken') }, 'failed');
    expect(readable(lines[0] ?? '')).toMatch(/^\S+Z {2}warn {3}careful {2}\{"port":3000\}\n$/);
    expect(readable(lines[1] ?? '')).toMatch(/^\S+Z {2}error {2}failed\nError: broken\n {4}at /);
  });
});
