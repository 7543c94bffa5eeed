import { expect, test } from 'vitest';
import { readHosts } from '../../src/domain/setting-values.ts';
import { createAllowedHosts } from '../../src/platform/network/allowed-hosts.ts';

const hosts = readHosts('login.internal, localhost:8080, [::1]:443') ?? [];
const { isPrivateAllowed, isHttpAllowed } = createAllowedHosts(hosts, { production: false });

test.each([
  ['https://login.internal/path', true],
  ['https://login.internal:8443', true],
  ['https://LOGIN.internal', true],
  ['https://sub.login.internal', false],
  ['https://login.internal.example', false],
  ['https://localhost:8080', true],
  ['https://localhost', false],
  ['https://[::1]', true],
  ['https://[0:0::1]:443', true],
  ['http://[::1]', false],
])('a host that is allowed is named, with its port if one is: %s', (url, isAllowed) => {
  expect(isPrivateAllowed(new URL(url))).toBe(isAllowed);
});

test('a request without TLS is allowed on this machine only, and not in production', () => {
  expect(isHttpAllowed(new URL('http://localhost:8080'))).toBe(true);
  for (const url of ['http://localhost', 'http://login.internal', 'http://127.0.0.1.login.internal'])
    expect(isHttpAllowed(new URL(url))).toBe(false);
  expect(createAllowedHosts(hosts, { production: true }).isHttpAllowed(new URL('http://localhost:8080'))).toBe(false);
});

test.each(['https://login.internal', 'Login.internal', 'login.internal,', 'login.internal:0', '10.1', '*', ''])(
  'a list of hosts has host names as URLs have them: %s is none',
  (text) => {
    expect(readHosts(text)).toBeUndefined();
  },
);
