import type { ApplicationType } from '../vocabulary/resources.ts';

/** Hosts that never leave the machine (RFC 8252 §7.3, §8.3). */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Address {
  text: string;
  url: URL;
  isNative: boolean;
}

/** What a redirect URI must be, in the order it is checked. They are compared as exact strings (RFC 9700 §2.1), so no pattern means anything. */
const rules: readonly [(address: Address) => boolean, string][] = [
  [({ text }) => /^[\x21-\x7e]+$/.test(text) && !/["<>\\^`{|}]/.test(text), 'Holds a character that no URI has.'],
  [({ text }) => !text.includes('#'), 'Has a fragment.'], // RFC 6749 §3.1.2
  [({ url }) => url.username === '' && url.password === '', 'Has a user name or password.'],
  [({ url }) => !url.hostname.includes('*'), 'Is a pattern: every address is compared as it stands.'],
  [({ text, url }) => !isWeb(url) || /^https?:\/\/[^/]/i.test(text), 'Is not written as an absolute address.'],
  [({ url }) => url.protocol !== 'http:' || loopback.has(url.hostname), 'Uses http for another host than localhost.'],
  // RFC 8252 §7.2 and §7.3: an https address belongs to a server; this machine is reached by http.
  [
    ({ url, isNative }) => !(isNative && url.protocol === 'https:' && loopback.has(url.hostname)),
    'Uses https for localhost, in a native application.',
  ],
  [({ url, isNative }) => isWeb(url) || isNative, 'Is neither https nor http.'],
  // RFC 8252 §7.1: a scheme that one owns is a domain name backwards. This leaves out javascript:, data: and file: too.
  [({ url }) => isWeb(url) || url.protocol.includes('.'), 'Uses a scheme that is no domain name written backwards.'],
];

const isWeb = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** What is wrong with a redirect URI (sign-in or logout) of an application of this type; undefined when it may be used. */
export function redirectUriProblem(type: ApplicationType, text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'Is not an absolute address.';
  const address: Address = { text, url, isNative: type === 'NATIVE' };
  return rules.find(([holds]) => !holds(address))?.[1];
}

/** What is wrong with an origin (RFC 6454 §6.2) that browsers may call us from; undefined when it may be used. */
export function originProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.origin !== text) return 'Is not an origin, such as https://app.example.com.';
  return isWeb(url) && (url.protocol === 'https:' || loopback.has(url.hostname))
    ? undefined
    : 'Uses neither https nor localhost.';
}
