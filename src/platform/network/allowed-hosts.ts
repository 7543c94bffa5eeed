/** A host, as the host name of a URL. */
export interface Host {
  hostname: string;
  /** Null: every port. */
  port: number | null;
}

/** The addresses that may be called besides the public internet by https. */
export interface AllowedHosts {
  isPrivateAllowed(url: URL): boolean;
  /** Requests without TLS stay on this machine. */
  isHttpAllowed(url: URL): boolean;
}

export function createAllowedHosts(hosts: readonly Host[], { production }: { production: boolean }): AllowedHosts {
  const isPrivateAllowed = (url: URL): boolean =>
    hosts.some(({ hostname, port }) => hostname === url.hostname && (port === null || port === portOf(url)));
  const isHttpAllowed = (url: URL): boolean => !production && isLoopback(url) && isPrivateAllowed(url);
  return { isPrivateAllowed, isHttpAllowed };
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
