import { allowsPasskeys } from '../../domain/flow/passkey-host.ts';
import type { Config } from '../../config.ts';
import { misspellingSentence } from '../../config-misspellings.ts';

/** A line for the log: its message and its fields. */
interface ConfigWarning {
  message: string;
  publicUrl?: string;
}

/** Warnings about valid but risky settings. */
export const configWarnings = ({
  publicUrl,
  misspellings,
}: Pick<Config, 'publicUrl' | 'misspellings'>): ConfigWarning[] => [
  ...misspellings.map((misspelling) => ({ message: misspellingSentence(misspelling) })),
  ...(isUnencrypted(publicUrl) ? [{ publicUrl, message: unencrypted }] : []),
  ...(allowsPasskeys(publicUrl) ? [] : [{ publicUrl, message: withoutPasskeys }]),
];

const unencrypted = 'PUBLIC_URL: not an https URL; passwords and tokens are sent unencrypted';
const withoutPasskeys = 'PUBLIC_URL: no passkeys at an IP address; use a host name';

function isUnencrypted(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'http:' && !isLocal;
}
