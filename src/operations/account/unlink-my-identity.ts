import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { requireWaysIn } from '../../store/account/ways-in.ts';
import { meansWithout } from '../../store/flows/remaining-ways.ts';
import { findIdentity, unlinkIdentity } from '../../store/identity-providers/identities.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { kinds } from '../../vocabulary/kinds.ts';
import { changingMyAccount, lockMyAccount, noticeAbout, requireAllowed } from './my-account.ts';

export const unlinkMyIdentity = defineOperation({
  ...changingMyAccount,
  name: 'unlinkMyIdentity',
  summary: 'Unlink one of your accounts at identity providers. Another way to sign in must be left.',
  recentSignIn: true,
  route: { method: 'DELETE', path: '/identities/:identityId' },
  input: z.strictObject({ identityId: idSchema('userIdentity').describe('The identity to unlink.') }),
  always: ['User.Data.Updated'],
  queuesMessages: true,
  prepare: async (services) => ({ without: await meansWithout(services), secretBox: services.secretBox }),
  async run(context, { identityId }, { without, secretBox }) {
    const { tx, now, emit } = context;
    const user = await lockMyAccount(context);
    const { id: userId } = user;
    await requireAllowed(tx, { identityId: 'identities' });
    const identity = await findIdentity(tx, userId, identityId);
    if (!identity) throw notFound(kinds.userIdentity.label, 'identityId');
    await requireWaysIn(tx, {
      user,
      without,
      change: (before) => ({
        ...before,
        identityProviders: withoutOne(before.identityProviders, identity.identityProviderId),
      }),
    });
    await unlinkIdentity(tx, identity.id, now);
    await queueAccountNotice(tx, secretBox, noticeAbout(context, user), { change: 'identity-unlinked' });
    emit('User.Data.Updated', userId, { user: userOf(user), ...changeOf(userOf(user), ['identities']) });
    return {};
  },
});

/** One identity less of the provider, which is not among them if it is disabled. */
function withoutOne(providers: readonly string[], provider: string): string[] {
  const index = providers.indexOf(provider);
  return providers.filter((_, position) => position !== index);
}
