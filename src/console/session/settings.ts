/** The settings that the server writes into the page: the public client of the console, and addresses of the issuer. */
interface Settings {
  clientId: string;
  /** Claim `iss` of its tokens. */
  issuer: string;
  /** Resource indicator of the Management API (RFC 8707). */
  resource: string;
  /** Permissions of the Management API: the scopes that the console requests. */
  permissions: readonly string[];
  /** The permissions among these that only read. */
  readPermissions: readonly string[];
  /** Seconds for which a sign-in is recent; 0 if no change requires one. */
  recentSignInSeconds: number;
}

export const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

export const settings = JSON.parse(meta('console-settings')) as Settings;
