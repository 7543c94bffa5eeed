import { expect, test } from 'vitest';
import { sealedColumns } from '../../../src/store/sealed/columns.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

/** Columns of bytes that need no key to be read: hashes, public keys, images, and sketches of numbers of people. */
const notSealed = [
  'account_undos.secret_hash',
  'application_logos.image',
  'application_secrets.hash',
  'assets.bytes',
  'attempt_limits.key',
  'challenges.link_hash',
  'challenges.secret_hash',
  'devices.secret_hash',
  'exchange_people.registers',
  'factors.public_key',
  'message_limits.key',
  'messages.limit_key',
  'network_limits.key',
  'network_limits.recipients',
  'one_time_tokens.secret_hash',
  'subject_tokens.secret_hash',
];

const kernel = perFile(startKernel);

test('replace-secrets-key knows every column of bytes, by its primary key, unless it is not encrypted', async () => {
  const { rows } = await kernel.database.pool.query<{ name: string; key: string }>(
    `SELECT c.table_name || '.' || c.column_name AS name, (
       SELECT string_agg(k.column_name, ',' ORDER BY k.ordinal_position)
       FROM information_schema.table_constraints AS t JOIN information_schema.key_column_usage AS k USING (constraint_schema, constraint_name)
       WHERE t.constraint_type = 'PRIMARY KEY' AND t.table_schema = c.table_schema AND t.table_name = c.table_name) AS key
     FROM information_schema.columns AS c
     WHERE c.table_schema = current_schema() AND c.udt_name IN ('bytea', '_bytea')`,
  );
  const sealed = rows.filter(({ name }) => !notSealed.includes(name));
  const known = sealedColumns.map(({ table, column, key }) => ({ name: `${table}.${column}`, key: key.join(',') }));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  expect(sealed.toSorted(byName)).toEqual(known.toSorted(byName));
  expect(rows.filter(({ name }) => notSealed.includes(name))).toHaveLength(notSealed.length);
});
