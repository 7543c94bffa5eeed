import { describe, expect, it } from 'vitest';
import { texts as german } from '../../../src/console/words/exchange-reasons/de.ts';
import { texts as english } from '../../../src/console/words/exchange-reasons/en.ts';
import { textOf } from '../../../src/console/words/exchange-reasons/reasons.ts';
import { exchangeReasonNames } from '../../../src/vocabulary/exchanges/exchange-reasons.ts';

describe('the reasons of refused exchanges', () => {
  it.each([
    ['English', english],
    ['German', german],
  ] as const)('each have words of their own in %s', (_language, texts) => {
    const words = exchangeReasonNames.map((reason) => textOf(texts, reason));
    expect(words.filter((text) => !text || text.includes('undefined'))).toEqual([]);
    expect(new Set(words).size).toBe(exchangeReasonNames.length);
  });

  it('name the token that a fault is of', () => {
    expect(textOf(english, 'SUBJECT_EXPIRED')).toBe('the token has expired');
    expect(textOf(english, 'ACTOR_EXPIRED')).toBe('the actor token has expired');
    expect(textOf(german, 'SUBJECT_IN_OTHER_ORGANIZATION')).toBe(
      'das Token ist auf eine andere Organisation beschränkt',
    );
  });
});
