import type { ApplicationType } from '../../vocabulary/resources.ts';

/** Loopback hosts (RFC 8252 §7.3, §8.3). */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Address {
  text: string;
  url: URL;
  isNative: boolean;
}

/**
 * Rules for a redirect URI, in order. URIs are compared as exact strings (RFC 9700 §2.1), so patterns have no meaning.
 */
const rules: readonly [(address: Address) => boolean, string][] = [
  [
    ({ text }) => /^[\x21-\x7e]+$/.test(text) && !/["<>\\^`{|}]/.test(text),
    'Contains a character that is not allowed in a URI.',
  ],
  [({ text }) => !text.includes('#'), 'Must not have a fragment.'], // RFC 6749 §3.1.2
  [({ url }) => url.username === '' && url.password === '', 'Must not contain a user name or password.'],
  [({ url }) => !url.hostname.includes('*'), 'Must not be a pattern: URIs are compared as exact strings.'],
  [({ text, url }) => !isWeb(url) || /^https?:\/\/[^/]/i.test(text), 'Must be an absolute URL.'],
  [({ url }) => url.protocol !== 'http:' || loopback.has(url.hostname), 'Must use https unless the host is localhost.'],
  // RFC 8252 §7.2, §7.3: https is for claimed URLs of a server; a loopback redirect uses http.
  [
    ({ url, isNative }) => !(isNative && url.protocol === 'https:' && loopback.has(url.hostname)),
    'Must use http for localhost in a native application.',
  ],
  [({ url, isNative }) => isWeb(url) || isNative, 'Must use https or http.'],
  // RFC 8252 §7.1: a private-use scheme is a reversed domain name. This also excludes javascript:, data: and file:.
  [
    ({ url }) => isWeb(url) || url.protocol.includes('.'),
    'A private-use scheme must be a reversed domain name, such as com.example.app.',
  ],
];

const isWeb = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** The mistake in a redirect URI (sign-in or logout) for this type of application; undefined if it is valid. */
export function redirectUriProblem(type: ApplicationType, text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'Must be an absolute URI.';
  const address: Address = { text, url, isNative: type === 'NATIVE' };
  return rules.find(([holds]) => !holds(address))?.[1];
}

/** The mistake in a CORS origin (RFC 6454 §6.2); undefined if it is valid. */
export function originProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin !== text) return 'Must be an origin, such as https://app.example.com.';
  return isWeb(url) && (url.protocol === 'https:' || loopback.has(url.hostname))
    ? undefined
    : 'Must use https unless the host is localhost.';
}
