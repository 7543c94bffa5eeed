/** An environment variable: its name, meaning, default and rule. */
export interface Variable<Value> {
  name: string;
  meaning: string;
  /** The default as documented; the actual one is in `readConfig`. */
  otherwise: string;
  /** Completes the message "NAME must be …". */
  rule: string;
  /** For passwords, keys and addresses that may contain one: the value is never shown, and NAME_FILE names its file. */
  secret?: true;
  requiredInProduction?: true;
  /** Parses the text; undefined if it violates the rule. */
  read(text: string): Value | undefined;
  /** A sentence about a text that follows the rule and cannot be used all the same. */
  problem?(text: string): string | undefined;
}

/** An origin without path, query, fragment or user. */
export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const usable = (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text && url.port !== '0';
  return usable ? text : undefined;
}

/** A whole number without sign or leading zeros, within bounds. */
export function readWhole(text: string, least: number, most: number): number | undefined {
  const value = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= least && value <= most ? value : undefined;
}

/** A URL with one of these protocols. */
export function readUrl(text: string, ...protocols: string[]): string | undefined {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined;
}

/** A Redis address, which may end with the number of a database. */
export function readRedisAddress(text: string): string | undefined {
  const address = readUrl(text, 'redis:', 'rediss:');
  return address !== undefined && /^(\/\d{0,5})?$/.test(new URL(address).pathname) ? address : undefined;
}

/**
 * Keys of 32 bytes in base64, separated by commas. Node's decoder ignores invalid characters, so the result is encoded
 * again and compared.
 */
export function readKeys(text: string): Buffer[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  return keys.every((key, index) => key.length === 32 && key.toString('base64') === parts[index]) ? keys : undefined;
}

/** Hosts separated by commas, each with an optional port. A host is written as a URL has it: in lower case. */
export function readHosts(text: string): { hostname: string; port: number | null }[] | undefined {
  const hosts = text.split(',').map((part) => readHost(part.trim()));
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

function readHost(text: string): { hostname: string; port: number | null } | undefined {
  const [, hostname = '', digits] = /^(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(?::(\d+))?$/.exec(text) ?? [];
  const port = digits === undefined ? null : readWhole(digits, 1, 65_535);
  const isCanonical = URL.parse(`http://${hostname}`)?.hostname === hostname;
  return isCanonical && port !== undefined ? { hostname, port } : undefined;
}
