import { expect, test } from 'vitest';
import { isResourceIndicator } from '../../src/domain/resource-indicator.ts';

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
