import type { Config } from '../config.ts';

/** A line for the log: its message and its fields. */
interface ConfigWarning {
  message: string;
  publicUrl: string;
}

/** Warnings about valid but risky settings. */
export function configWarnings({ publicUrl }: Pick<Config, 'publicUrl'>): ConfigWarning[] {
  const { protocol, hostname } = new URL(publicUrl);
  const local =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
  return protocol === 'http:' && !local
    ? [{ publicUrl, message: 'PUBLIC_URL: not an https URL; passwords and tokens are sent unencrypted' }]
    : [];
}
