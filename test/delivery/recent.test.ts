import { describe, expect, it } from 'vitest';
import { createRecent } from '../../src/delivery/recent.ts';
import { placed, positions } from './held-log.ts';

describe('what is remembered', () => {
  it('is bounded by number and by bytes, the oldest goes first', () => {
    const byNumber = createRecent(0n, { events: 3, bytes: 100 });
    byNumber.add([1, 2, 3, 4].map((position) => placed(position)));
    expect(positions(byNumber.after(1n, 10))).toEqual([2, 3, 4]);
    expect(byNumber.after(0n, 10)).toBeUndefined();
    const byBytes = createRecent(0n, { events: 10, bytes: 100 });
    byBytes.add([placed(1, 60), placed(2, 60)]);
    expect(positions(byBytes.after(1n, 10))).toEqual([2]);
    byBytes.add([placed(3, 1000)]);
    expect(byBytes.after(2n, 10)).toBeUndefined();
    expect(byBytes.after(3n, 10)).toEqual([]);
  });

  it('begins anew where the log has a hole', () => {
    const recent = createRecent(0n, { events: 10, bytes: 100 });
    recent.add([placed(1), placed(2)]);
    recent.add([placed(5), placed(6)]);
    expect(positions(recent.after(4n, 10))).toEqual([5, 6]);
    expect(recent.after(2n, 10)).toBeUndefined();
  });
});
