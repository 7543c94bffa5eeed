import { expect, test } from 'vitest';
import { exchangeReasonNames, exchangeReasons } from '../../src/vocabulary/exchanges/exchange-reasons.ts';

test('every reason has a description of its own, so that no two look alike to a client', () => {
  const descriptions = exchangeReasonNames.map((reason) => exchangeReasons[reason].description);
  expect(new Set(descriptions).size).toBe(exchangeReasonNames.length);
});
