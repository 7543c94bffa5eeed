import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { messageOf } from '../error-message.ts';
import { DatabaseUnusable } from './unusable.ts';

/** TLS of a connection; false: none. */
export type Encryption = false | ConnectionOptions;

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

/**
 * The ways to encrypt a connection, in the order in which libpq tries them (PostgreSQL manual, "SSL Support"). Throws
 * `DatabaseUnusable` for an unknown mode, or a file that cannot be read.
 */
export function encryptionsOf(parameters: URLSearchParams): Encryption[] {
  const rootFile = parameters.get('sslrootcert') ?? existing('root.crt');
  const mode = readMode(parameters, rootFile);
  if (mode === 'disable') return [false];
  const encrypted = { ...clientCertificate(parameters), ...verification(mode, rootFile) };
  if (mode === 'allow') return [false, encrypted];
  return mode === 'prefer' ? [encrypted, false] : [encrypted];
}

function readMode(parameters: URLSearchParams, rootFile: string | undefined): Mode {
  const jdbc = parameters.get('ssl') === 'true' ? 'require' : undefined;
  const sslmode = parameters.get('sslmode') ?? jdbc;
  const mode = modes.find((one) => one === (sslmode ?? (rootFile === 'system' ? 'verify-full' : 'prefer')));
  if (mode === undefined) throw new DatabaseUnusable(`sslmode must be one of ${modes.join(', ')}.`);
  if (rootFile === 'system' && mode !== 'verify-full')
    throw new DatabaseUnusable('sslrootcert=system requires sslmode=verify-full.');
  return mode;
}

/** With a root, the certificate of the server must be signed by it, in every mode; its name counts in verify-full. */
function verification(mode: Mode, rootFile: string | undefined): ConnectionOptions {
  if (rootFile === undefined) {
    if (mode === 'verify-ca' || mode === 'verify-full')
      throw new DatabaseUnusable(`sslmode=${mode} requires sslrootcert: a file with trusted roots, or "system".`);
    return { rejectUnauthorized: false };
  }
  const ca = rootFile === 'system' ? systemRoots() : read('sslrootcert', rootFile);
  return mode === 'verify-full' ? { ca } : { ca, checkServerIdentity: () => undefined };
}

/** The roots of the system, and those of Node.js, because a small image may have none. */
const systemRoots = (): string[] => [...new Set([...getCACertificates('system'), ...getCACertificates('default')])];

function clientCertificate(parameters: URLSearchParams): ConnectionOptions {
  const certFile = parameters.get('sslcert') ?? existing('postgresql.crt');
  const keyFile = parameters.get('sslkey') ?? existing('postgresql.key');
  return {
    ...(certFile !== undefined && { cert: read('sslcert', certFile) }),
    ...(keyFile !== undefined && { key: read('sslkey', keyFile) }),
  };
}

/** A file in the place where libpq looks for it. */
function existing(name: string): string | undefined {
  const file = join(homedir(), '.postgresql', name);
  return existsSync(file) ? file : undefined;
}

function read(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DatabaseUnusable(`${parameter}: the file cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}
