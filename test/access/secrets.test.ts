import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSchema } from '../support/schema.ts';
import { live } from './life-of-secrets.ts';

let life: Awaited<ReturnType<typeof live>>;
beforeAll(async () => {
  life = await live();
});
afterAll(() => life[Symbol.asyncDispose]());

const rows = async (): Promise<{ name: string; text: string }[]> => {
  const { pool } = life;
  const tables = await pool.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const all = tables.rows.map(async ({ name }) => {
    const found = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} AS t`);
    return found.rows.map(({ text }) => ({ name, text }));
  });
  return (await Promise.all(all)).flat();
};

/** Which of these values occur in texts: one search for all of them takes a fifth of the time. */
function searchFor(values: Iterable<string>): (texts: readonly string[]) => Set<string> {
  const any = new RegExp([...values].map((value) => value.replaceAll(/\W/g, String.raw`\$&`)).join('|'), 'g');
  return (texts) => new Set(texts.flatMap((text) => text.match(any) ?? []));
}

const found = (known: Map<string, string>, texts: readonly string[]): string[] => {
  const there = searchFor(known.values())(texts);
  return [...known].flatMap(([name, value]) => (there.has(value) ? [name] : []));
};

it('the search finds values with characters of patterns', () => {
  const values = new Map([
    ['a', 'x-1.y/+='],
    ['b', 'z$2'],
    ['c', 'not there'],
  ]);
  expect(found(values, ['no', '"x-1.y/+=" z$2', 'x-1zy/+='])).toEqual(['a', 'b']);
});

describe('passwords, secrets, keys and tokens', () => {
  it('are all known to this test, and long enough to be recognized', () => {
    const { secrets, handed, answered, logged } = life;
    const all = [...secrets, ...handed];
    expect(all.filter(([, value]) => value.length < 16)).toEqual([]);
    expect(secrets.size).toBeGreaterThan(10);
    expect([...handed.keys()]).toEqual(
      expect.arrayContaining(['an authorization code', 'a refresh token', 'the cookie mandate_session']),
    );
    expect(answered.length).toBeGreaterThan(200);
    expect(logged.length).toBeGreaterThan(10);
  });

  it('are in no response except the one that returns a new secret', () => {
    expect(found(life.secrets, life.answered)).toEqual([]);
    expect(found(life.handed, life.managed)).toEqual([]);
  });

  it('are in no socket frame, server-sent event or webhook body', () => {
    const { frames, parts, bodies } = life.received;
    for (const texts of [frames, parts, bodies]) {
      expect(texts.join('')).toContain('User.Created');
      expect(texts.join('')).toContain('Application.Secret');
      expect(found(new Map([...life.secrets, ...life.handed]), texts)).toEqual([]);
    }
  });

  it('are in no log line, at the lowest level', () => {
    expect(found(new Map([...life.secrets, ...life.handed]), life.logged)).toEqual([]);
  });

  it('are in no row of the database in plain text, events included', async () => {
    const all = await rows();
    const texts = all.map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(100);
    expect(found(new Map([...life.secrets, ...life.handed]), texts)).toEqual([]);
  });
});

describe('hashes and sealed keys', () => {
  it('are in their columns and nowhere else', async () => {
    const { pool, answered, logged, received } = life;
    const stored = await pool.query<{ name: string; value: string }>(
      `SELECT 'users' AS name, password_hash AS value FROM users WHERE password_hash IS NOT NULL
       UNION ALL SELECT 'application_secrets', encode(hash, 'hex') FROM application_secrets WHERE hash <> decode(repeat('00', 32), 'hex')
       UNION ALL SELECT 'signing_keys', encode(encrypted_key, 'hex') FROM signing_keys
       UNION ALL SELECT 'webhooks', encode(encrypted_headers, 'hex') FROM webhooks WHERE encrypted_headers IS NOT NULL
       UNION ALL SELECT 'connectors', encode(encrypted_secrets, 'hex') FROM connectors WHERE encrypted_secrets IS NOT NULL
       UNION ALL SELECT 'identity_providers', encode(encrypted_secrets, 'hex') FROM identity_providers WHERE encrypted_secrets IS NOT NULL
       UNION ALL SELECT 'subject_tokens', encode(secret_hash, 'hex') FROM subject_tokens
       UNION ALL SELECT 'webhook_secrets', encode(encrypted_secret, 'hex') FROM webhook_secrets`,
    );
    expect(new Set(stored.rows.map(({ name }) => name)).size).toBe(8);
    const forms = stored.rows.flatMap(({ value }) => {
      const bytes = Buffer.from(value, 'hex');
      return [value, bytes.toString('base64'), bytes.toString('base64url')].filter((form) => form.length > 16);
    });
    const texts = [...answered, ...logged, ...received.frames, ...received.parts, ...received.bodies];
    expect([...searchFor(forms)(texts)]).toEqual([]);
    const homes = new Map(stored.rows.map(({ name, value }) => [value, `${testSchema}.${name}`]));
    const valuesIn = searchFor(homes.keys());
    for (const { name, text } of await rows()) {
      const elsewhere = [...valuesIn([text])].filter((value) => homes.get(value) !== name);
      expect([name, elsewhere]).toEqual([name, []]);
    }
  });
});
