import { decodeJwt } from 'jose';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/database.ts';
import { reachDatabase } from '../../../../src/platform/database/reach.ts';
import { findGaps } from '../../../../src/store/exchanges/gaps.ts';
import { readLedgerState } from '../../../../src/store/exchanges/ledger-state.ts';
import { ownDatabase } from '../../../support/servers/database.ts';
import { killAll, startPlatform } from '../../../support/servers/platform-process.ts';
import {
  basic,
  exchangeGrant,
  form,
  formHeaders,
  sendTokenRequest,
} from '../../../support/exchanges/token-requests.ts';
import { type Fixture, startFixture } from '../fixture.ts';
import { ledgerRows } from './ledger-rows.ts';

const refuseRows = 'ALTER TABLE exchanges ADD CONSTRAINT full_disk CHECK (false) NOT VALID';
const acceptRows = 'ALTER TABLE exchanges DROP CONSTRAINT IF EXISTS full_disk';
const poolOf = ({ endpoint }: Fixture) => endpoint.app.services.database.pool;
const count = async (fixture: Fixture): Promise<number> =>
  (await poolOf(fixture).query<{ count: number }>('SELECT count(*)::int AS count FROM exchanges')).rows[0]?.count ?? 0;

describe.each(['on', 'off'] as const)('EXCHANGE_LEDGER=durable (fast path %s)', async (path) => {
  const fixture = await startFixture({ EXCHANGE_LEDGER: 'durable' });
  afterAll(() => fixture[Symbol.asyncDispose]());
  afterEach(() => poolOf(fixture).query(acceptRows));
  const send = (changed = {}) => sendTokenRequest(fixture.endpoint[path], fixture.ask(changed));

  test('the row of an answer is committed when the answer arrives, of a refusal as well', async () => {
    const answers = await Promise.all([send(), send({ scope: 'orders:delete' }), send({ scope: '"' }), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
    expect(await count(fixture)).toBe(4);
    const { rows } = await poolOf(fixture).query('SELECT id FROM exchanges WHERE reason IS NULL');
    const issued = answers.flatMap(({ json }) => (json.access_token ? [decodeJwt(json.access_token).jti] : []));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(issued));
  });

  test('an answer that cannot be recorded is a 503, and later ones are as before', async () => {
    await poolOf(fixture).query(refuseRows);
    const before = await count(fixture);
    for (const changed of [{}, { scope: 'orders:delete' }, { scope: '"' }]) {
      const { status, headers, json } = await send(changed);
      expect([status, json.error, headers['retry-after']]).toEqual([503, 'temporarily_unavailable', '2']);
      expect(json.access_token).toBeUndefined();
    }
    expect(await count(fixture)).toBe(before);
    await poolOf(fixture).query(acceptRows);
    expect((await send()).status).toBe(200);
    expect(await count(fixture)).toBe(before + 1);
  });

  test('other grants do not depend on the ledger', async () => {
    await poolOf(fixture).query(refuseRows);
    expect((await send({ grant_type: 'client_credentials' })).status).toBe(200);
  });
});

describe('EXCHANGE_LEDGER=off', async () => {
  const fixture = await startFixture({ EXCHANGE_LEDGER: 'off' });
  afterAll(() => fixture[Symbol.asyncDispose]());

  test('exchanges are answered as before, with a txn, and nothing is recorded', async () => {
    const { status, json } = await sendTokenRequest(fixture.endpoint.on, fixture.ask());
    const { jti, txn } = decodeJwt(json.access_token ?? '');
    expect([status, txn]).toEqual([200, jti]);
    expect(await ledgerRows(fixture)).toEqual([]);
    expect(await count(fixture)).toBe(0);
  });

  test('the time in which a process records nothing is a gap, and nothing was ever recorded', async () => {
    const { database, tokens } = fixture.endpoint.app.services;
    const gaps = async () => {
      const { gaps: all, ...state } = await readLedgerState(
        database.prisma,
        new Date(fixture.endpoint.now() * 1000),
        90,
      );
      return { ...state, all };
    };
    const { all, recordedSince } = await gaps();
    expect(recordedSince).toBeNull();
    expect(all.map(({ cause, atMost }) => [cause, atMost])).toEqual([
      ['off', null],
      ['off', null],
    ]);
    fixture.endpoint.advance(3600);
    await tokens.ledger.write();
    const now = new Date(fixture.endpoint.now() * 1000);
    expect((await gaps()).all.map(({ until }) => until)).toContainEqual(now);
  });
});

describe('EXCHANGE_LEDGER=fast', async () => {
  const fixture = await startFixture();
  afterAll(() => fixture[Symbol.asyncDispose]());
  const { ledger } = fixture.endpoint.app.services.tokens;
  const send = () => sendTokenRequest(fixture.endpoint.on, fixture.ask());

  test('exchanges continue while the ledger cannot be written, and their rows follow', async () => {
    const client = await poolOf(fixture).connect();
    await client.query('BEGIN; LOCK TABLE exchanges');
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(() => fixture.endpoint.faults.length, { timeout: 20_000 }).toBe(1);
    expect(fixture.endpoint.faults.splice(0)[0]).toContain('exchange ledger: not written; will retry');
    fixture.endpoint.advance(3);
    expect(ledger.delay()).toBeGreaterThanOrEqual(3000);
    await client.query('COMMIT');
    client.release();
    await expect.poll(() => count(fixture), { timeout: 20_000 }).toBe(3);
    await ledger.write();
    expect([ledger.delay(), ledger.counts.lost]).toEqual([0, 0]);
  });

  test('a row that PostgreSQL refuses is lost alone, and its time is a gap', async () => {
    await ledger.write();
    const before = await count(fixture);
    await poolOf(fixture).query(
      `ALTER TABLE exchanges ADD CONSTRAINT full_disk CHECK (reason <> 'NO_RESOURCE') NOT VALID`,
    );
    const refused = sendTokenRequest(fixture.endpoint.on, fixture.ask({ resource: undefined }));
    await Promise.all([send(), send(), refused, send(), send(), send()]);
    await ledger.write();
    expect(await count(fixture)).toBe(before + 5);
    await poolOf(fixture).query(acceptRows);
    await ledger.write();
    expect(ledger.counts.lost).toBe(1);
    const { rows } = await poolOf(fixture).query('SELECT cause, "from", until, at_most FROM exchange_gaps');
    const at = new Date(fixture.endpoint.now() * 1000);
    expect(rows).toEqual([{ cause: 'lost', from: at, until: at, at_most: 1 }]);
  });

  test('a process that was silent but lives closes its gap when it writes again, and no other gap', async () => {
    const now = () => new Date(fixture.endpoint.now() * 1000);
    const { ledger: other } = fixture.endpoint.other.services.tokens;
    await ledger.write();
    fixture.endpoint.advance(120);
    expect(await findGaps(fixture.endpoint.app.services.database, now())).toBe(2);
    // The gap of the rows that it lost begins at the same time.
    await poolOf(fixture).query(`
      INSERT INTO exchange_gaps (writer_id, cause, "from", until, at_most)
      SELECT writer_id, 'lost', "from", until, 3 FROM exchange_gaps WHERE cause = 'ended'`);
    await ledger.write();
    await other.write();
    const { rows } = await poolOf(fixture).query('SELECT cause, at_most FROM exchange_gaps ORDER BY at_most');
    expect(rows.map(({ cause, at_most }) => [cause, at_most])).toEqual([
      ['lost', 1],
      ['lost', 3],
      ['lost', 3],
    ]);
    expect((await poolOf(fixture).query('SELECT FROM exchange_writers')).rowCount).toBe(2);
  });
});

describe('a process that is killed', () => {
  afterAll(killAll);

  test('loses no row outside of the gap that it leaves', async () => {
    const own = await ownDatabase();
    const client = { id: 'app_01h455vb4pex5vsknk084sn02q', clientSecret: 's'.repeat(40) };
    const platform = await startPlatform({
      DATABASE_URL: own.url,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      BOOTSTRAP_CLIENT_ID: client.id,
      BOOTSTRAP_CLIENT_SECRET: client.clientSecret,
    });
    await platform.ready;
    const headers = { ...formHeaders, authorization: basic(client) };
    const body = form({ grant_type: exchangeGrant, subject_token: 'x', resource: 'urn:x' });
    const answered = Date.now();
    const answer = await sendTokenRequest(`${platform.url}/oidc/token`, { headers, body });
    platform.child.kill('SIGKILL');
    await platform.ended;
    expect(answer.json.error).toBe('unauthorized_client');
    const database = openDatabase(await reachDatabase(own.url));
    const later = new Date(Date.now() + 61_000);
    expect(await findGaps(database, later)).toBe(1);
    const { rows } = await database.pool.query('SELECT "from", until FROM exchange_gaps');
    const { rowCount } = await database.pool.query('SELECT FROM exchanges');
    expect(rows).toHaveLength(1);
    if (!rowCount) expect(rows[0].from.getTime()).toBeLessThanOrEqual(answered);
    expect(rows[0].until).toEqual(later);
    await database.close();
    await own.drop();
  });
});
