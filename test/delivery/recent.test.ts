import { describe, expect, it } from 'vitest';
import { createRecent } from '../../src/delivery/recent.ts';
import { placed, positions } from './held-log.ts';

const all = { events: 10, bytes: 10_000 };

describe('what is remembered', () => {
  it('is bounded by number and by bytes, the oldest goes first', () => {
    const byNumber = createRecent(0n, { events: 3, bytes: 100 });
    byNumber.add([1, 2, 3, 4].map((position) => placed(position)));
    expect(positions(byNumber.after(1n, all))).toEqual([2, 3, 4]);
    expect(byNumber.after(0n, all)).toBeUndefined();
    const byBytes = createRecent(0n, { events: 10, bytes: 100 });
    byBytes.add([placed(1, 60), placed(2, 60)]);
    expect(positions(byBytes.after(1n, all))).toEqual([2]);
    byBytes.add([placed(3, 1000)]);
    expect(byBytes.after(2n, all)).toBeUndefined();
    expect(byBytes.after(3n, all)).toEqual([]);
  });

  it('begins anew where the log has a hole', () => {
    const recent = createRecent(0n, { events: 10, bytes: 100 });
    recent.add([placed(1), placed(2)]);
    recent.add([placed(5), placed(6)]);
    expect(positions(recent.after(4n, all))).toEqual([5, 6]);
    expect(recent.after(2n, all)).toBeUndefined();
  });

  it('is handed out page by page, bounded by number and by bytes, one event at least', () => {
    const recent = createRecent(0n);
    recent.add([placed(1, 60), placed(2, 60), placed(3, 60), placed(4, 500)]);
    expect(positions(recent.after(0n, { events: 10, bytes: 100 }))).toEqual([1, 2]);
    expect(positions(recent.after(3n, { events: 10, bytes: 100 }))).toEqual([4]);
    expect(positions(recent.after(0n, { events: 3, bytes: 1000 }))).toEqual([1, 2, 3]);
  });
});
