import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identify, readTraceparent, spanIdOf, traceparentOf } from '../../src/domain/trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const uuid = '019aaf0e-1f11-7a2b-9c3d-0123456789ab';

describe('a traceparent', () => {
  it('has a trace, a span, and whether it is sampled', () => {
    expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
    expect(readTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, isSampled: false });
  });

  it('a later version can have more members', () => {
    expect(readTraceparent(`cc-${traceId}-${spanId}-01-more`)?.traceId).toBe(traceId);
  });

  it.each([
    undefined,
    '',
    ['00'],
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-01-`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'z'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    ` 00-${traceId}-${spanId}-01`,
    `cc-${traceId}-${spanId}-01-${'x'.repeat(500)}`,
  ])('a header that is not well-formed is ignored: %j', (value) => {
    expect(readTraceparent(value)).toBeUndefined();
  });

  it('a header that was written is read again', () => {
    const hex = (length: number) =>
      fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((text) => /[^0]/.test(text));
    const written = fc.tuple(hex(32), hex(16), fc.constantFrom('00', '01')).map((members) => `00-${members.join('-')}`);
    const isKept = (text: string) =>
      traceparentOf(readTraceparent(text) ?? { traceId, spanId, isSampled: true }) === text;
    expect(fc.check(fc.property(written, isKept))).toMatchObject({ failed: false });
  });
});

describe('a request', () => {
  it('continues the trace of its caller as a span of its own, sampled as the caller did', () => {
    expect(identify('req_1', uuid, `00-${traceId}-${spanId}-00`)).toEqual({
      requestId: 'req_1',
      traceId,
      traceparent: `00-${traceId}-9c3d0123456789ab-00`,
    });
  });

  it('a request that belongs to no trace begins one, whose id is its UUID', () => {
    expect(identify('req_1', uuid, 'nonsense')).toEqual({
      requestId: 'req_1',
      traceId: '019aaf0e1f117a2b9c3d0123456789ab',
      traceparent: `00-019aaf0e1f117a2b9c3d0123456789ab-${spanIdOf(uuid)}-01`,
    });
  });
});
