import * as client from 'openid-client';
import { afterEach, describe, expect, test } from 'vitest';
import { addApplicationSecret } from '../../src/operations/applications/add-application-secret.ts';
import { deleteApplication } from '../../src/operations/applications/delete-application.ts';
import { revokeApplicationSecret } from '../../src/operations/applications/revoke-application-secret.ts';
import { setApplicationSuspended } from '../../src/operations/applications/set-application-suspended.ts';
import { deleteOrganization } from '../../src/operations/organizations/delete-organization.ts';
import { removeOrganizationMember } from '../../src/operations/organizations/memberships.ts';
import { retireSigningKey } from '../../src/operations/signing-keys/retire-signing-key.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { endUserSession } from '../../src/operations/users/end-user-session.ts';
import { endUserSessions } from '../../src/operations/users/end-user-sessions.ts';
import { setUserPassword } from '../../src/operations/users/set-user-password.ts';
import { setUserSuspended } from '../../src/operations/users/set-user-suspended.ts';
import type { RevocationKind } from '../../src/vocabulary/exchanges/revocations.ts';
import { redirectUri, refusal, relyingParty } from '../support/browsers/relying-party.ts';
import { addApplication, addUser } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { followBySocket, followByStream, getPage, isRefused } from '../support/browsers/revocation-feed.ts';
import { exchangeGrant } from '../support/exchanges/token-requests.ts';
import { until } from '../support/until.ts';
import { apiA, apiB, startFollowed } from './followed.ts';

/** People sign in and everything ends on one process; an API follows what ended on both. */
const followed = perFile(startFollowed);
afterEach(() => followed.stop());

/** A person, signed in at a shop; its token, and one that a backend got for it, within an organization. */
async function signIn() {
  const { here, ask, scopeIds } = followed;
  const { prisma } = here.database;
  const user = await addUser(prisma, { scopeIds });
  const organizationId = here.ids.next('organization');
  const users = { create: { userId: user.id } };
  await prisma.organization.create({ data: { id: organizationId, name: 'Acme', users } });
  const shop = await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] });
  const backend = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
  const party = await relyingParty(here.issuer, shop);
  const signedIn = await party.signIn(user.username, { scope: 'openid read', resource: apiA });
  const exchanged = await ask(backend, {
    grant_type: exchangeGrant,
    subject_token: signedIn.tokens.access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    resource: apiB,
    organization_id: organizationId,
  });
  const session = await prisma.oidcRecord.findFirstOrThrow({ where: { model: 'Session', userId: user.id } });
  return {
    ...signedIn,
    party,
    userId: user.id,
    organizationId,
    shopId: shop.id,
    backendId: backend.id,
    sessionId: session.uid ?? '',
    exchanged: String(exchanged.access_token),
  };
}
type Cast = Awaited<ReturnType<typeof signIn>>;

/** An ending, what it ends, and whether the token of the sign-in goes on. */
interface Ending {
  kinds: RevocationKind[];
  spares?: 'the sign-in';
  end(cast: Cast): Promise<unknown>;
}

const endings: Record<string, Ending> = {
  'a sign-out': {
    kinds: ['SESSION', 'GRANT'],
    end: ({ party, visitor, tokens }) =>
      visitor.fetch(client.buildEndSessionUrl(party.config, { id_token_hint: tokens.id_token ?? '' })),
  },
  'the end of a session': {
    kinds: ['SESSION', 'GRANT'],
    end: ({ userId, sessionId }) => followed.run(endUserSession, { userId, sessionId }),
  },
  'a grant that is given back': {
    kinds: ['GRANT'],
    end: ({ party, tokens }) => client.tokenRevocation(party.config, tokens.refresh_token ?? ''),
  },
  'a code that is replayed': {
    kinds: ['GRANT'],
    end: ({ party, journey, back }) => refusal(party.redeem(journey, back, { resource: apiA })),
  },
  'the end of all sessions': { kinds: ['USER'], end: ({ userId }) => followed.run(endUserSessions, { userId }) },
  'a suspension': {
    kinds: ['USER'],
    end: ({ userId }) => followed.run(setUserSuspended, { userId, isSuspended: true }),
  },
  'a deletion': { kinds: ['MEMBERSHIP', 'USER'], end: ({ userId }) => followed.run(deleteUser, { userId }) },
  'a new password': {
    kinds: ['USER'],
    end: ({ userId }) => followed.run(setUserPassword, { userId, password: 'another one, just as long' }),
  },
  'the suspension of the application that signed the person in': {
    kinds: ['APPLICATION'],
    end: ({ shopId: applicationId }) => followed.run(setApplicationSuspended, { applicationId, isSuspended: true }),
  },
  'the suspension of the application that exchanged': {
    kinds: ['APPLICATION'],
    spares: 'the sign-in',
    end: ({ backendId: applicationId }) => followed.run(setApplicationSuspended, { applicationId, isSuspended: true }),
  },
  'the deletion of an application': {
    kinds: ['APPLICATION'],
    end: ({ shopId: applicationId }) => followed.run(deleteApplication, { applicationId }),
  },
  'the loss of a membership': {
    kinds: ['MEMBERSHIP'],
    spares: 'the sign-in',
    end: ({ organizationId, userId }) => followed.run(removeOrganizationMember, { organizationId, userId }),
  },
  'the deletion of an organization': {
    kinds: ['MEMBERSHIP'],
    spares: 'the sign-in',
    end: ({ organizationId }) => followed.run(deleteOrganization, { organizationId }),
  },
  'the withdrawal of a signing key': {
    kinds: ['KEY'],
    end: () => followed.run(retireSigningKey, { signingKeyId: followed.here.keyRing.current('RS256').id }),
  },
};

describe('an API that follows what ended', () => {
  test.each(Object.entries(endings))(
    'refuses the same tokens as introspection after %s, in every way to follow',
    async (_title, { kinds, spares, end }) => {
      const cast = await signIn();
      const tokens = [cast.tokens.access_token, cast.exchanged];
      expect(await Promise.all(tokens.map(followed.isActive))).toEqual([true, true]);
      const after = await followed.cursorNow();
      const socket = followed.follow(followBySocket, followed.there, after);
      const stream = followed.follow(followByStream, followed.here, after);
      await end(cast);
      const { revocations } = await followed.page({ after });
      await until(() => [socket, stream].every(({ entries }) => entries().length >= revocations.length));
      expect([socket.entries(), stream.entries()]).toEqual([revocations, revocations]);
      expect((await getPage({ url: followed.here.url, token: followed.api.token }, { cursor: after })).items).toEqual(
        revocations,
      );
      expect(new Set(revocations.map(({ kind }) => kind))).toEqual(new Set(kinds));
      const refused = spares ? [false, true] : [true, true];
      expect(tokens.map((text) => isRefused(text, revocations))).toEqual(refused);
      expect(await Promise.all(tokens.map(followed.isActive))).toEqual(refused.map((is) => !is));
    },
  );

  test('accepts tokens of a later sign-in, also in the same second', async () => {
    const cast = await signIn();
    const after = await followed.cursorNow();
    await followed.run(endUserSessions, { userId: cast.userId });
    for (const isSuspended of [true, false]) {
      await followed.run(setApplicationSuspended, { applicationId: cast.shopId, isSuspended });
      await followed.run(setApplicationSuspended, { applicationId: cast.backendId, isSuspended });
    }
    const { username } = await followed.here.database.prisma.user.findUniqueOrThrow({ where: { id: cast.userId } });
    const { tokens } = await cast.party.signIn(username, { scope: 'openid read', resource: apiA });
    const { revocations } = await followed.page({ after });
    expect(revocations).toHaveLength(3);
    expect([isRefused(cast.exchanged, revocations), isRefused(tokens.access_token, revocations)]).toEqual([
      true,
      false,
    ]);
    expect(await followed.isActive(tokens.access_token)).toBe(true);
  });

  test('accepts the tokens of an application after one of its secrets is revoked, which ends nothing', async () => {
    const { exchanged, backendId: applicationId } = await signIn();
    const after = await followed.cursorNow();
    const { applicationSecret: secretId } = await followed.run(addApplicationSecret, { applicationId, name: 'next' });
    await followed.run(revokeApplicationSecret, { applicationId, secretId });
    expect((await followed.page({ after })).revocations).toEqual([]);
    expect(await followed.isActive(exchanged)).toBe(true);
  });
});

test('no request of this file caused an internal error', () => {
  expect([...followed.here.faults, ...followed.there.faults]).toEqual([]);
});
