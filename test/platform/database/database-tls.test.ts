import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reachDatabase } from '../../../src/platform/database/reach.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/start.ts';
import { query } from '../../support/query.ts';
import { certificate, key, localCertificate } from '../certificates.ts';

let folder: string;
let server: EmbeddedPostgres;
let files: { local: string; other: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-tls-'));
  chmodSync(folder, 0o711);
  server = await startEmbeddedPostgres(join(folder, 'postgres'), {
    durable: false,
    settings: { listen_addresses: '127.0.0.1,127.0.0.2' },
  });
  files = { local: join(folder, 'local.crt'), other: join(folder, 'other.crt') };
  writeFileSync(files.local, localCertificate);
  writeFileSync(files.other, certificate);
});
afterAll(async () => {
  await server.stop({ evenIfUsed: true });
  rmSync(folder, { recursive: true, force: true });
});

const asSuperuser = (...statements: string[]) => query(server.superuserUrl, ...statements);

/** Written by the server, which must own its key. */
const write = (name: string, content: string): string =>
  `COPY (SELECT unnest(string_to_array(${pg.escapeLiteral(content)}, E'\\n'))) TO PROGRAM 'umask 077; cat > ${name}'`;

const serveTls = () =>
  asSuperuser(
    write('server.key', key),
    write('server.crt', localCertificate),
    'ALTER SYSTEM SET ssl = on',
    'SELECT pg_reload_conf()',
  );

/** Whether connections to the database are encrypted, or why there are none. */
async function encryption(parameters: string): Promise<boolean | string> {
  try {
    const { config } = await reachDatabase(`${server.url}?${parameters}`);
    const client = new pg.Client(config);
    await client.connect();
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await client.end();
    return rows[0].ssl;
  } catch (error) {
    return (error as Error).message;
  }
}

// PostgreSQL manual, "SSL Support", table "SSL Mode Descriptions".
describe('to a server without TLS,', () => {
  test.each(['', 'sslmode=disable', 'sslmode=allow', 'sslmode=prefer'])('"%s" connects unencrypted', async (mode) => {
    expect(await encryption(mode)).toBe(false);
  });

  test.each(['require', 'verify-ca', 'verify-full'])('sslmode=%s does not connect', async (mode) => {
    expect(await encryption(`sslmode=${mode}&sslrootcert=${files.local}`)).toMatch(/does not support SSL/);
  });
});

describe('to a server with TLS,', () => {
  beforeAll(serveTls);

  // The server reads its settings a moment later.
  test('sslmode=require connects', async () => {
    await expect.poll(() => encryption('sslmode=require')).toBe(true);
  });

  test.each(['', 'sslmode=prefer', 'sslmode=require', 'ssl=true'])('"%s" encrypts, without a root', async (mode) => {
    expect(await encryption(mode)).toBe(true);
  });

  test.each(['sslmode=disable', 'sslmode=allow'])('"%s" does not encrypt', async (mode) => {
    expect(await encryption(mode)).toBe(false);
  });

  test.each(['require', 'verify-ca', 'verify-full'])('sslmode=%s accepts a certificate of the root', async (mode) => {
    expect(await encryption(`sslmode=${mode}&sslrootcert=${files.local}`)).toBe(true);
  });

  test.each(['require', 'verify-ca', 'verify-full'])(
    'sslmode=%s refuses a certificate of another root',
    async (mode) => {
      expect(await encryption(`sslmode=${mode}&sslrootcert=${files.other}`)).toMatch(
        /^The database cannot be reached: the certificate of the server is not signed by a trusted root: set sslrootcert/,
      );
    },
  );

  test('only verify-full compares the name', async () => {
    const root = `sslrootcert=${files.local}&host=127.0.0.2`;
    expect(await encryption(`sslmode=verify-ca&${root}`)).toBe(true);
    expect(await encryption(`sslmode=verify-full&${root}`)).toMatch(/127\.0\.0\.2/);
  });

  test('sslrootcert=system verifies with the roots of the system, and the name', async () => {
    expect(await encryption('sslrootcert=system')).toMatch(/not signed by a trusted root/);
  });

  test.each(['verify-ca', 'verify-full'])('sslmode=%s requires a root', async (mode) => {
    expect(await encryption(`sslmode=${mode}`)).toBe(
      `sslmode=${mode} requires sslrootcert: a file with trusted roots, or "system".`,
    );
  });

  test('allow encrypts if the server refuses unencrypted connections', async () => {
    await asSuperuser(
      `COPY (VALUES ('local all all trust'), ('hostssl all all 127.0.0.1/32 scram-sha-256'))
       TO PROGRAM 'cp pg_hba.conf pg_hba.before; cat > pg_hba.conf'`,
      'SELECT pg_reload_conf()',
    );
    await expect.poll(() => encryption('sslmode=disable')).toMatch(/no pg_hba.conf entry/);
    expect(await encryption('sslmode=allow')).toBe(true);
  });
});
