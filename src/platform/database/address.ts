import type pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { messageOf } from '../error-message.ts';
import { type Encryption, encryptionsOf } from './encryption.ts';
import { DatabaseUnusable } from './unusable.ts';

/** A database, as its address describes it. */
export interface DatabaseAddress {
  /** Host, port, user, password and database, without TLS. */
  target: pg.ClientConfig;
  /** The ways to encrypt connections, the preferred one first. */
  encryptions: readonly Encryption[];
  /** Whether connections leave this machine. */
  isRemote: boolean;
  /** `?schema=`; undefined: the first schema of the search path. */
  schema: string | undefined;
  /** `?pgbouncer=true`: a pooler assigns a connection per transaction. */
  isPooled: boolean;
}

/** Parameters that the driver takes. */
const ofDriver = ['host', 'port', 'user', 'password', 'options', 'application_name'];
/** Parameters of TLS (PostgreSQL manual, "Parameter Key Words"); `ssl=true` is JDBC's word for sslmode=require. */
const ofTls = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl'];
const ownParameters = ['schema', 'pgbouncer'];
const parameterNames = [...ofDriver, ...ofTls, ...ownParameters];

/**
 * Reads an address as libpq does (PostgreSQL manual, "Connection URIs"): also socket folders, as in
 * `postgresql:///name?host=/run/postgresql` and `postgresql://%2Frun%2Fpostgresql/name`. Throws `DatabaseUnusable` for
 * a parameter or value that is unknown, instead of ignoring it.
 */
export function readAddress(url: string): DatabaseAddress {
  const [base = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
  if (unknown !== undefined)
    throw new DatabaseUnusable(
      `The parameter ${JSON.stringify(unknown)} is unknown: use ${parameterNames.join(', ')}.`,
    );
  const ofConnection = new URLSearchParams([...parameters].filter(([name]) => ofDriver.includes(name)));
  const target = toClientConfig(parse(`${base}?${ofConnection}`));
  const host = target.host ?? '';
  const schema = parameters.get('schema') ?? undefined;
  // Prisma does not escape it in its statements.
  if (schema === '' || schema?.includes('"'))
    throw new DatabaseUnusable('schema must be a name without quotation marks.');
  return {
    target,
    encryptions: host.startsWith('/') ? [false] : encryptionsOf(parameters),
    isRemote: !host.startsWith('/') && !/^(localhost|127\.\d+\.\d+\.\d+|::1|)$/.test(host),
    schema,
    isPooled: parameters.get('pgbouncer') === 'true',
  };
}

/** Why the parameters of an address cannot be used; undefined if they can. */
export function addressProblem(url: string): string | undefined {
  try {
    readAddress(url);
    return undefined;
  } catch (error) {
    return error instanceof DatabaseUnusable ? error.message : `The address cannot be read: ${messageOf(error)}.`;
  }
}

/** Whether a text is an address of PostgreSQL with one host; its parameters are checked by `readAddress`. */
export function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  try {
    const { host, port, database } = parse(text.split('?', 1)[0] ?? '');
    return !/,/.test(host ?? '') && /^\d*$/.test(port ?? '') && database !== null;
  } catch {
    return false;
  }
}
