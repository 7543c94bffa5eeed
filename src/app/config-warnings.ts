import type { Config } from '../config.ts';

/** Warnings about valid but risky settings, as sentences. */
export function configWarnings(config: Config): string[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const local =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'http:' && !local
    ? [`PUBLIC_URL is ${config.publicUrl}: passwords and tokens are sent unencrypted unless it is an https URL.`]
    : [];
}
