import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../../bench/shared/database.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { cursorOf } from '../../src/reads/keyset.ts';
import type { List } from '../../src/reads/list.ts';
import { messages } from '../../src/reads/lists/messages.ts';
import { signInAttempts } from '../../src/reads/lists/sign-in-attempts.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { createPlans, type ListArguments, type Plans } from './plan.ts';

const application = 'app_01h455vb4pex5v000000000007';
const applicationWithout = 'app_01h455vb4pex5v000000000008';

/** Sign-ins of a month, most of which succeeded, and their messages. */
const attemptsAndMessages = `
  INSERT INTO flows (id, purpose, application_id, user_id, reference, state, created_at, touched_at, ended_at)
  SELECT 'flow_' || lpad(n::text, 26, '0'), CASE WHEN n % 50 = 0 THEN 'sign-up' ELSE 'sign-in' END,
    '${application}', 'user_01h455vb4pex5v' || lpad((n % 5000)::text, 12, '0'), lpad(n::text, 8, 'A'),
    CASE WHEN n % 4 = 0 THEN 'open' ELSE 'finished' END,
    now() - n * interval '26 seconds', now() - n * interval '26 seconds', CASE WHEN n % 4 > 0 THEN now() END
  FROM generate_series(1, 100000) AS n;
  INSERT INTO messages (id, channel, recipient, template, language, state, created_at, expires_at)
  SELECT 'msg_' || lpad(n::text, 26, '0'), 'email', 'user-' || n % 5000 || '@bench.example', 'sign-in-code', 'en', 'sent',
    now(), now() FROM generate_series(1, 50000) AS n;
  ANALYZE flows, messages`;

let own: OwnDatabase;
let database: Database;
let plans: Plans;

beforeAll(async () => {
  own = await ownDatabase();
  await withClient(own.url, (client) => client.query(attemptsAndMessages));
  database = openDatabase(await reachDatabase(own.url), { max: 1 });
  plans = createPlans(database);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

/** A query, and the index that it uses. */
const table: [title: string, list: List, args: ListArguments, index: string][] = [
  ['sign-in attempts, the newest first', signInAttempts, {}, 'flows_created_at_id_idx'],
  [
    'the sign-in attempt with a reference',
    signInAttempts,
    { filter: { reference: 'AAA7-7777' } },
    'flows_reference_idx',
  ],
  [
    'sign-in attempts of a user',
    signInAttempts,
    { filter: { userId: 'user_01h455vb4pex5v000000000077' } },
    'flows_user_id_created_at_id_idx',
  ],
  [
    'sign-in attempts of an application without any',
    signInAttempts,
    { filter: { applicationId: applicationWithout } },
    'flows_application_id_created_at_id_idx',
  ],
  ['sign-in attempts that are open', signInAttempts, { filter: { state: 'open' } }, 'Index Scan'],
  ['sign-in attempts that have expired', signInAttempts, { filter: { state: 'expired' } }, 'Index Scan'],
  ['sign-in attempts that were refused', signInAttempts, { filter: { state: 'refused' } }, 'flows_locked_idx'],
  ['resets of passwords', signInAttempts, { filter: { purpose: 'reset' } }, 'flows_purpose_idx'],
  [
    'sign-in attempts of a day',
    signInAttempts,
    { filter: { createdAfter: new Date(Date.now() - 864e5).toISOString(), state: 'finished' } },
    'flows_',
  ],
  ['messages, the newest first', messages, {}, 'messages_pkey'],
  ['messages to an address', messages, { filter: { recipient: 'user-77@bench.example' } }, 'messages_recipient_id_idx'],
  ['messages that failed', messages, { filter: { state: 'failed' } }, 'messages_state_id_idx'],
];

const large = /Seq Scan/;

describe('a page', () => {
  test.each(table)('is read through an index: %s', async (_title, list, args, index) => {
    const first = await plans.page(list, args, undefined);
    expect(first.plan).toContain(index);
    expect(first.plan).not.toMatch(large);
    const last = first.records.at(-1);
    if (!last) return;
    const second = await plans.page(list, args, cursorOf(list, args.orderBy, last));
    expect(second.plan).toMatch(/Index/);
    expect(second.plan).not.toMatch(large);
  });
});
