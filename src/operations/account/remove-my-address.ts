import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import type { AddressKind } from '../../domain/flow/policy.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { prepareAddressChange, recordAddressChange } from '../../store/account/address-change.ts';
import { requireWaysIn } from '../../store/account/ways-in.ts';
import { meansWithout } from '../../store/flows/remaining-ways.ts';
import { userOf } from '../../store/records/shapes.ts';
import { changingMyAccount, lockMyAccount, requireAllowed } from './my-account.ts';

const removal = (kind: AddressKind) =>
  defineOperation({
    ...changingMyAccount,
    name: kind === 'email' ? 'removeMyEmail' : 'removeMyPhone',
    summary: `Remove your ${kind === 'email' ? 'email address' : 'phone number'}. Another way to sign in must be left.`,
    recentSignIn: true,
    route: { method: 'DELETE', path: kind === 'email' ? '/email' : '/phone' },
    input: z.strictObject({}),
    always: ['User.Data.Updated'],
    queuesMessages: true,
    prepare: async (services) => ({ without: await meansWithout(services), prepared: prepareAddressChange(services) }),
    async run(context, _input, { without, prepared }) {
      const { tx, actor, now, emit, unchanged } = context;
      const user = await lockMyAccount(context);
      await requireAllowed(tx, { [kind]: kind });
      if (user[kind] === null) return unchanged({});
      await requireWaysIn(tx, {
        user,
        without,
        change: (before) => ({ ...before, isVerified: { ...before.isVerified, [kind]: false } }),
      });
      const verifiedAt = `${kind}VerifiedAt` as const;
      const changed = [kind, ...(user[verifiedAt] === null ? [] : [verifiedAt])];
      const after = await tx.user.update({ where: { id: user.id }, data: { [kind]: null, [verifiedAt]: null } });
      await recordAddressChange(tx, { user, kind, isRemoved: true, actor, now, prepared });
      emit('User.Data.Updated', user.id, { user: userOf(after), ...changeOf(userOf(user), changed) });
      return {};
    },
  });

export const removeMyEmail = removal('email');
export const removeMyPhone = removal('phone');
