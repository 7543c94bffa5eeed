import { expect, test } from 'vitest';
import { isResourceIndicator, otherSpelling } from '../../../src/domain/oauth/resource-indicator.ts';

test.each([
  'https://api.example',
  'https://api.example/orders?version=1',
  'http://localhost:3000/api',
  'urn:example:orders',
  'com.example.api:orders',
])('%s can be a resource indicator (RFC 8707, section 2)', (text) => {
  expect(isResourceIndicator(text)).toBe(true);
});

test.each([
  '',
  'orders',
  '/orders',
  '//api.example',
  'https://api.example#',
  'https://api.example#part',
  ' https://api.example',
  'https://api.example ',
  'https://äpi.example',
  'https://api.example/\u0000',
  'https://api.example/\n',
  'https://',
  `https://api.example/${'x'.repeat(2048)}`,
])('%j cannot be a resource indicator', (text) => {
  expect(isResourceIndicator(text)).toBe(false);
});

test.each([
  ['https://api.example', 'https://api.example/'],
  ['https://api.example:8443', 'https://api.example:8443/'],
  ['https://api.example?version=1', 'https://api.example/?version=1'],
  ['https://[::1]', 'https://[::1]/'],
  ['api://orders', 'api://orders/'],
])('%s and %s are one resource indicator (RFC 3986, section 6.2.3)', (plain, slashed) => {
  expect([otherSpelling(plain), otherSpelling(slashed)]).toEqual([slashed, plain]);
});

test.each(['https://api.example/orders', 'https://api.example/orders/', 'https://api.example//', 'urn:example:orders'])(
  '%s has no other spelling',
  (indicator) => {
    expect(otherSpelling(indicator)).toBeUndefined();
  },
);
