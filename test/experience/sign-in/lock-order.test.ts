import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { limitKey, limitKeyPurpose } from '../../../src/domain/flow/secrets.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { requireUserReset } from '../../../src/operations/users/require-user-reset.ts';
import { unlockUser } from '../../../src/operations/users/unlock-user.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { recordKey } from '../../../src/store/sessions/oidc-records.ts';
import { browserIn } from '../../support/browsers/browser.ts';
import { recordDeadlocks } from '../../support/deadlocks.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { linkBrowser, linkFor, newLink } from '../../support/browsers/links.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { appUsers } from '../../support/totp.ts';

/** The order in which an answer locks rows (store/flows/flows.ts): what waits for one holds none of the later ones. */
const { issuer, web } = sharePages({ environment: { TRUSTED_PROXIES: '1' } });
const origin = { requestId: 'req_1', channel: 'rest' } as const;

const deadlocks = recordDeadlocks();

type Row = readonly [table: string, condition: string, ...values: unknown[]];
const locking = ([table, condition]: Row, more = '') => `SELECT 1 FROM ${table} WHERE ${condition} FOR UPDATE ${more}`;

/** While another transaction has locked `held`, and the work waits for it. */
async function whileWaiting(held: Row, work: () => Promise<unknown>, meanwhile: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client(issuer.databaseUrl);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    expect((await client.query(locking(held), held.slice(2))).rowCount).toBeGreaterThan(0);
    let isDone = false;
    const done = work().finally(() => (isDone = true));
    const blocked = `SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
    while (!(await client.query(blocked)).rowCount) if (isDone) throw new Error('the work did not wait');
    await meanwhile(client);
    await client.query('ROLLBACK');
    await done;
  } finally {
    await client.end();
  }
}

/** While the work waits for `held`, the other rows are free. */
const holdsNothing = (held: Row, others: readonly Row[], work: () => Promise<unknown>) =>
  whileWaiting(held, work, async (client) => {
    for (const row of others)
      expect((await client.query(locking(row, 'NOWAIT'), row.slice(2))).rowCount).toBeGreaterThan(0);
  });

const newUser = () => addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
const open = () => openPage(issuer, web);
const flowOf = async (reference = '') => {
  const where = { reference: reference.replace('-', '') };
  return (await issuer.database.prisma.signInAttempt.findFirstOrThrow({ where })).id;
};
const awaitingCode = async (email: string | null) => {
  const page = await open();
  const shown = await page.answer({ way: 'email-code', identifier: email ?? '' });
  return { page, flowId: await flowOf(shown.reference), code: await codeFor(issuer, email ?? '') };
};
const signedIn = { next: expect.any(String) as string };

describe('the locks of an answer', () => {
  test('an answer waits for its flow before it takes a try of the code', async () => {
    const { page, flowId, code } = await awaitingCode((await newUser()).email);
    const challenges: Row = ['challenges', 'flow_id = $1', flowId];
    await holdsNothing(['flows', 'id = $1', flowId], [challenges], async () =>
      expect(await page.answer({ code })).toMatchObject(signedIn),
    );
  });

  test('an answer waits for its flow before it counts a username for its network', async () => {
    await setPolicy(issuer, { signUp: { isOpen: true, verifies: [], requires: ['username'] } });
    const page = await openPage(issuer, web, { visitor: browserIn('203.0.113.7') });
    const { reference } = await page.answer({ way: 'sign-up' });
    const taken = { username: (await newUser()).username ?? '' };
    await page.answer(taken);
    await issuer.database.prisma.networkLimit.updateMany({ data: { count: 100 } });
    const flow: Row = ['flows', 'id = $1', await flowOf(reference)];
    await holdsNothing(flow, [['network_limits', 'true']], async () =>
      expect(await page.answer(taken)).toMatchObject({ problem: { name: 'network-limited' } }),
    );
    await setPolicy(issuer, {});
  });

  test('an answer waits for the flow that requested its link, in the order of their ids', async () => {
    const { email } = await newUser();
    const requesting = await awaitingCode(email);
    const link = await linkFor(issuer, email ?? '', 'chal_');
    for (;;) {
      const page = await open();
      const { reference } = await page.answer({ identifier: 'nobody', password: 'wrong' });
      const flowId = await flowOf(reference);
      if (flowId < requesting.flowId) continue;
      await linkBrowser(page.visitor).press(link);
      await holdsNothing(['flows', 'id = $1', requesting.flowId], [['flows', 'id = $1', flowId]], async () =>
        expect(await page.answer({ way: 'link' })).toMatchObject(signedIn),
      );
      return;
    }
  });

  test('an answer waits for an organization that the person joins before it uses the link', async () => {
    const { id: userId } = await newUser();
    const organizationId = systemIds.next('organization');
    await issuer.database.prisma.organization.create({ data: { id: organizationId, name: 'Acme' } });
    const link = await newLink(issuer, { userId, organizationIds: [organizationId] });
    const page = await open();
    await linkBrowser(page.visitor).press(link);
    const others: Row[] = [
      ['one_time_tokens', 'user_id = $1', userId],
      ['users', 'id = $1', userId],
    ];
    await holdsNothing(['organizations', 'id = $1', organizationId], others, async () =>
      expect(await page.answer({ way: 'link' })).toMatchObject(signedIn),
    );
  });

  test.each([true, false])(
    'an answer waits for the user before it uses a factor (the last answer: %s)',
    async (isLast) => {
      const user = await appUsers(issuer)();
      await setPolicy(issuer, {});
      const page = await open();
      if (isLast) await page.answer({ identifier: user.email ?? '', password });
      else await page.answer({ way: 'reset' });
      if (!isLast) await page.answer({ identifier: user.email ?? '' });
      if (!isLast) await page.answer({ code: await codeFor(issuer, user.email ?? '') });
      await holdsNothing(['users', 'id = $1', user.id], [['factors', 'user_id = $1', user.id]], async () =>
        expect(await page.answer({ code: user.code() })).toMatchObject(
          isLast ? signedIn : { step: { name: 'new-password' } },
        ),
      );
    },
  );

  test('an answer waits for the user before it separates the authorization request from the session', async () => {
    const user = await newUser();
    const { visitor } = await web.signIn(user.username);
    await issuer.execute(requireUserReset, platformActor, { userId: user.id }, origin);
    const page = await openPage(issuer, web, { visitor, parameters: { prompt: 'login' } });
    await page.answer({ identifier: user.email ?? '', password });
    const uid = new URL(page.url).pathname.split('/').at(-1) ?? '';
    const request: Row = ['oidc_records', "model = 'Interaction' AND key = $1", recordKey(uid)];
    await holdsNothing(['users', 'id = $1', user.id], [request], async () =>
      expect(await page.answer({ password: 'seven wooden ships at sea' })).toMatchObject(signedIn),
    );
  });
});

/** A user whose limit precedes that of the device by its key, which is an HMAC. */
async function userWithDevice() {
  const key = issuer.secretBox.derive(limitKeyPurpose);
  for (;;) {
    const user = await newUser();
    const { visitor } = await web.signIn(user.username);
    const device = await issuer.database.prisma.device.findFirstOrThrow({ where: { userId: user.id } });
    const limits = [{ deviceId: device.id }, { userId: user.id }].map((of) => limitKey(key, 'password', of));
    const [ofDevice = Buffer.alloc(0), ofAccount = Buffer.alloc(0)] = limits;
    if (Buffer.compare(ofAccount, ofDevice) < 0) return { user, visitor, ofDevice, ofAccount };
  }
}

test('the limit of a device is locked before that of its account, also to end the locks of a user', async () => {
  const { user, visitor, ofDevice, ofAccount } = await userWithDevice();
  const known = await openPage(issuer, web, { visitor, parameters: { prompt: 'login' } });
  for (const page of [await open(), known]) await page.answer({ identifier: user.email ?? '', password: 'wrong' });
  // Behind the other one in the table, too.
  await issuer.database.prisma.attemptLimit.update({ where: { key: Uint8Array.from(ofDevice) }, data: { locks: 0 } });
  const limit = (key: Buffer): Row => ['attempt_limits', 'key = $1', key];
  await holdsNothing(limit(ofDevice), [limit(ofAccount)], async () => {
    const { output } = await issuer.execute(unlockUser, platformActor, { userId: user.id }, origin);
    expect(output.user).toBe(user.id);
  });
});

/** An answer and another transaction wait for each other. Either can be the one that PostgreSQL cancels. */
async function deadlockOnce(): Promise<void> {
  const user = await newUser();
  const page = await open();
  const { reference } = await page.answer({ identifier: user.email ?? '', password: 'wrong' });
  const limit = limitKey(issuer.secretBox.derive(limitKeyPurpose), 'password', { userId: user.id });
  const flow: Row = ['flows', 'id = $1', await flowOf(reference)];
  const signIn = async () =>
    expect(await page.answer({ identifier: user.email ?? '', password })).toMatchObject(signedIn);
  // The answer has locked its flow.
  await whileWaiting(['attempt_limits', 'key = $1', limit], signIn, async (client) => {
    await client.query(locking(flow), flow.slice(2)).catch((error: unknown) => {
      if ((error as pg.DatabaseError).code !== '40P01') throw error;
    });
  });
}

test('an answer that deadlocks with another transaction is repeated', async () => {
  for (let attempt = 1; attempt <= 10 && deadlocks.length === 0; attempt++) await deadlockOnce();
  expect(deadlocks).toHaveLength(1);
});
