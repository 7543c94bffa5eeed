import { array, assert, integer, property } from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { cards, contrast, leastContrast, pointedAt, ratioText, textOn } from '../../../src/domain/branding/contrast.ts';

const colors = array(integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 }).map(
  (channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
);

describe('the contrast of two colors', () => {
  // Pairs that WCAG 2 and its checkers publish.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#949494', '#ffffff', 3.03],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#00ff00', '#000000', 15.3],
  ])('is, for %s and %s, %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it('is written without rounding up', () => {
    expect([4.499, 4.5, 21].map(ratioText)).toEqual(['4.4 : 1', '4.5 : 1', '21 : 1']);
  });
});

describe('the text on a color', () => {
  it('is black or white, and has the contrast of texts on every color', () => {
    assert(property(colors, (color) => contrast(textOn(color), color) >= leastContrast));
    expect(['#0b6e4f', '#ffcc00'].map(textOn)).toEqual(['#ffffff', '#000000']);
  });

  it('is the same on the button that is pointed at, and no harder to read', () => {
    assert(
      property(colors, (color) => contrast(textOn(color), pointedAt(color)) >= contrast(textOn(color), color) - 1e-9),
    );
  });
});

test('links are compared with the cards of the style sheet', () => {
  const style = readFileSync('src/experience/style.css', 'utf8');
  expect([...style.matchAll(/--card: (#\w+);/g)].map(([, color]) => color)).toEqual([cards.light, cards.dark]);
});
