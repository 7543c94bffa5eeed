import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import type { AccountPart } from '../../domain/flow/policy.ts';
import { mergePatch } from '../../domain/json.ts';
import { usernameSchema } from '../../domain/people/identifiers.ts';
import { profileSchema } from '../../domain/people/profile.ts';
import { nameSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { json } from '../../store/sql/json.ts';
import { changingMyAccount, lockMyAccount, noticeAbout, requireAllowed } from './my-account.ts';

/** The part of the account that each field changes. */
const partOf = { name: 'profile', profile: 'profile', username: 'username' } as const satisfies Record<
  string,
  AccountPart
>;

export const updateMyAccount = defineOperation({
  ...changingMyAccount,
  name: 'updateMyAccount',
  summary:
    'Update your name, username and profile. Omitted fields keep their values; null removes a value. A message reports a changed username.',
  recentSignIn: ['username'],
  limit: { kind: 'accountUsernames', field: 'username' },
  route: { method: 'PATCH', path: '/profile' },
  input: z.strictObject({
    name: nameSchema.nullish().describe('Display name.'),
    username: usernameSchema.optional().describe('The new username.'),
    profile: profileSchema.optional().describe('The claims to update; the parts of an address are updated one by one.'),
  }),
  always: ['User.Data.Updated'],
  queuesMessages: true,
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run(context, { name, username, profile }, secretBox) {
    const { tx, emit, unchanged } = context;
    const before = await lockMyAccount(context);
    const changes = changesTo(before, { name, username, profile: profile && mergePatch(before.profile, profile) });
    const changed = Object.keys(changes) as (keyof typeof partOf)[];
    if (!changed.length) return unchanged({});
    await requireAllowed(tx, Object.fromEntries(changed.map((field) => [field, partOf[field]])));
    const { profile: claims, ...columns } = changes;
    const data = { ...columns, ...(claims && { profile: json(claims) }) };
    const user = await tx.user.update({ where: { id: before.id }, data });
    if ('username' in changes)
      await queueAccountNotice(tx, secretBox, noticeAbout(context, before), { change: 'username-changed' });
    emit('User.Data.Updated', user.id, { user: userOf(user), ...changeOf(userOf(before), changed) });
    return {};
  },
});
