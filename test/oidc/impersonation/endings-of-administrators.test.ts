import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { revocationsOf } from '../../../src/domain/events/revocations.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import type { OutputShape, TypedOperation } from '../../../src/kernel/operation.ts';
import { operations } from '../../../src/operations/index.ts';
import { deleteUser } from '../../../src/operations/users/delete-user.ts';
import { endUserSessions } from '../../../src/operations/users/end-user-sessions.ts';
import { setUserPassword } from '../../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { findImpersonations } from '../../../src/store/impersonations/impersonations.ts';
import { type Act, act } from '../../support/accounts/account.ts';
import { deletion, endOthers, newPassword } from '../../support/accounts/account-acts.ts';
import { calls, freeAddress, type Member, startAccounts } from '../../support/accounts/account-flows.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, password } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { openUndo, undoLinkTo } from '../../support/undo-links.ts';
import { impersonationRecord } from '../../store/impersonations/record.ts';

const accounts = perFile(startAccounts);
const strong = 'seven wooden ships at sea';

async function run<Input extends z.ZodType, Output extends OutputShape>(
  operation: TypedOperation<Input, Output>,
  input: z.input<Input>,
): Promise<void> {
  const { ids, execute } = accounts.issuer;
  await execute(operation, platformActor, input, { requestId: ids.next('request'), channel: 'graphql' });
}

const call = async (grace: Member, one: Act) =>
  expect(await act(accounts.issuer, 'rest', grace.token, one)).toMatchObject({ code: null });

/** A link to the old address takes the change of the address back. */
async function undoNewAddress(grace: Member): Promise<void> {
  const address = freeAddress();
  const begun = await calls.rest(grace, { purpose: 'link-email', email: address });
  const fields = { code: await accounts.codeFor(address) };
  await calls.rest(grace, { flowId: begun.id, version: begun.version, step: 'code', fields });
  expect((await openUndo(accounts.issuer, await undoLinkTo(accounts.issuer, grace.email), 'POST')).status).toBe(200);
}

async function resetPassword({ email }: Member): Promise<void> {
  const page = await openPage(accounts.issuer, accounts.web);
  await page.answer({ way: 'reset' });
  await page.answer({ identifier: email });
  await page.answer({ code: await accounts.codeFor(email) });
  expect(await page.answer({ password: strong })).toMatchObject({ status: 200, problem: null });
}

async function setRequiredPassword({ id, email }: Member): Promise<void> {
  await accounts.prisma.user.update({ where: { id }, data: { passwordResetRequiredAt: new Date() } });
  const page = await openPage(accounts.issuer, accounts.web);
  await page.answer({ identifier: email, password });
  expect(await page.answer({ password: strong })).toMatchObject({ next: expect.any(String) });
}

/** Calls that end everything of an administrator, by operation. */
const endings: Record<string, (grace: Member) => Promise<unknown>> = {
  setUserSuspended: ({ id }) => run(setUserSuspended, { userId: id, isSuspended: true }),
  endUserSessions: ({ id }) => run(endUserSessions, { userId: id }),
  setUserPassword: ({ id }) => run(setUserPassword, { userId: id, password: strong }),
  deleteUser: ({ id }) => run(deleteUser, { userId: id }),
  setMyPassword: (grace) => call(grace, newPassword()),
  endMyOtherSessions: (grace) => call(grace, endOthers),
  deleteMyAccount: (grace) => call(grace, deletion(grace.username)),
  undoAccountChange: undoNewAddress,
  completeReset: resetPassword,
  completeSignIn: setRequiredPassword,
};

/** Grace acts as another user. */
async function impersonate(grace: Member) {
  const { prisma, issuer } = accounts;
  const user = await addUser(prisma);
  const { id: backend } = await addApplication(prisma, 'MACHINE_TO_MACHINE', { impersonationAllowed: true });
  const grantId = issuer.ids.secret();
  const parties = { user: user.id, other: grace.id, backend, impersonation: grantId };
  await prisma.oidcRecord.create({ data: impersonationRecord(parties, issuer.clock.now()) });
  const goesOn = async () => (await findImpersonations(prisma, [user.id], issuer.clock.now())).length > 0;
  return { user, grantId, goesOn };
}

describe('the impersonations of an administrator', () => {
  test('are ended by the operations of this table, besides those about one impersonation or about an application', () => {
    const others = [
      'endImpersonation',
      'endMyImpersonation',
      'setApplicationImpersonation',
      'setApplicationTokenExchange',
    ];
    const stated = operations.filter(({ always, sometimes }) =>
      [...always, ...sometimes].includes('User.Impersonation.Ended'),
    );
    expect(stated.map(({ name }) => name).sort()).toEqual([...Object.keys(endings), ...others].sort());
  });

  test.each(Object.keys(endings))(
    'end by %s, with an event about the user, from which verifiers learn it',
    async (name) => {
      const grace = await accounts.member();
      const { user, grantId, goesOn } = await impersonate(grace);
      expect(await goesOn()).toBe(true);
      await endings[name]?.(grace);
      expect(await goesOn()).toBe(false);
      expect(await accounts.prisma.oidcRecord.count({ where: { grantId } })).toBe(0);
      const ended = (await accounts.eventsAbout(user.id)).filter(({ type }) => type === 'User.Impersonation.Ended');
      expect(ended).toMatchObject([{ cause: { operation: name }, data: { grantId, administratorId: grace.id } }]);
      const revocations = ended.flatMap((event) =>
        revocationsOf({ ...event, subjectId: user.id, occurredAt: accounts.issuer.clock.now() }),
      );
      expect(revocations).toMatchObject([{ kind: 'GRANT', id: grantId }]);
    },
  );

  test('go on after the end of a single session', async () => {
    const grace = await accounts.member();
    const { goesOn } = await impersonate(grace);
    const { items } = (await grace.rest('GET', '/sessions')).json as { items: { id: string }[] };
    expect((await grace.rest('DELETE', `/sessions/${items[0]?.id}`)).status).toBe(200);
    expect(await goesOn()).toBe(true);
  });
});
