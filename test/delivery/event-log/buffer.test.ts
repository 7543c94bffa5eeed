import { describe, expect, it } from 'vitest';
import { createBuffer } from '../../../src/delivery/event-log/buffer.ts';
import { placed, positions } from './held-log.ts';

const all = { events: 10, bytes: 10_000 };

describe('the event buffer', () => {
  it('is bounded by number and by bytes, and drops the oldest events first', () => {
    const byNumber = createBuffer(0, { events: 3, bytes: 100 });
    byNumber.add([1, 2, 3, 4].map((position) => placed(position)));
    expect(positions(byNumber.after(1, all))).toEqual([2, 3, 4]);
    expect(byNumber.after(0, all)).toBeUndefined();
    const byBytes = createBuffer(0, { events: 10, bytes: 100 });
    byBytes.add([placed(1, 60), placed(2, 60)]);
    expect(positions(byBytes.after(1, all))).toEqual([2]);
    byBytes.add([placed(3, 1000)]);
    expect(byBytes.after(2, all)).toBeUndefined();
    expect(byBytes.after(3, all)).toEqual([]);
  });

  it('starts again after a gap in the log', () => {
    const buffer = createBuffer(0, { events: 10, bytes: 100 });
    buffer.add([placed(1), placed(2)]);
    buffer.add([placed(5), placed(6)]);
    expect(positions(buffer.after(4, all))).toEqual([5, 6]);
    expect(buffer.after(2, all)).toBeUndefined();
  });

  it('returns pages that are bounded by number and by bytes, with one event at least', () => {
    const buffer = createBuffer(0);
    buffer.add([placed(1, 60), placed(2, 60), placed(3, 60), placed(4, 500)]);
    expect(positions(buffer.after(0, { events: 10, bytes: 100 }))).toEqual([1, 2]);
    expect(positions(buffer.after(3, { events: 10, bytes: 100 }))).toEqual([4]);
    expect(positions(buffer.after(0, { events: 3, bytes: 1000 }))).toEqual([1, 2, 3]);
  });
});
