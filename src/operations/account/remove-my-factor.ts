import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { requireWaysIn } from '../../store/account/ways-in.ts';
import { distrustDevices, removeFactors } from '../../store/factors/factors.ts';
import { meansWithout } from '../../store/flows/remaining-ways.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import type { FactorKind } from '../../vocabulary/account/factors.ts';
import { changingMyAccount, lockMyAccount, noticeAbout, requireAllowed } from './my-account.ts';
import { factorInput, findFactor, hasFactor } from './my-factor.ts';

export const removeMyFactor = defineOperation({
  ...changingMyAccount,
  name: 'removeMyFactor',
  summary:
    'Remove one of your passkeys or authenticator apps. Another way to sign in must be left. With the last second factor, its backup codes are removed.',
  recentSignIn: true,
  route: { method: 'DELETE', path: '/factors/:factorId' },
  input: z.strictObject(factorInput),
  always: ['User.Data.Updated'],
  queuesMessages: true,
  prepare: async (services) => ({ without: await meansWithout(services), secretBox: services.secretBox }),
  async run(context, { factorId }, { without, secretBox }) {
    const { tx, emit } = context;
    const user = await lockMyAccount(context);
    await requireAllowed(tx, { factorId: 'factors' });
    const { kind } = await findFactor(tx, user.id, factorId);
    const leaves = (factors: readonly FactorKind[]) => factors.toSpliced(factors.indexOf(kind), 1);
    await requireWaysIn(tx, {
      user,
      without,
      change: (before) => ({ ...before, factors: leaves(before.factors) }),
    });
    await removeFactors(tx, user.id, [factorId]);
    // Backup codes only stand in for another factor.
    if (!(await hasFactor(tx, user.id))) await removeFactors(tx, user.id);
    await distrustDevices(tx, user.id);
    await queueAccountNotice(tx, secretBox, noticeAbout(context, user), { change: 'factor-removed' });
    emit('User.Data.Updated', user.id, { user: userOf(user), ...changeOf(userOf(user), ['factors']) });
    return {};
  },
});
