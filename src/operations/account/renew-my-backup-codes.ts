import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { conflict } from '../../domain/failure.ts';
import { makeBackupCodes } from '../../domain/people/backup-codes.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { distrustDevices } from '../../store/factors/factors.ts';
import { storeBackupCodes } from '../../store/factors/new-backup-codes.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { field } from '../../vocabulary/shape-parts.ts';
import { changingMyAccount, lockMyAccount, noticeAbout, requireAllowed } from './my-account.ts';
import { hasFactor } from './my-factor.ts';

export const renewMyBackupCodes = defineOperation({
  ...changingMyAccount,
  name: 'renewMyBackupCodes',
  summary: 'Replace your backup codes by new ones, which are returned once. The earlier ones stop working.',
  recentSignIn: true,
  route: { method: 'POST', path: '/backup-codes' },
  input: z.strictObject({}),
  output: {
    backupCodes: field(z.array(z.string()), 'The new backup codes. They are not returned again.', ['k7d2-mq9x-4t']),
  },
  always: ['User.Data.Updated'],
  queuesMessages: true,
  prepare: ({ ids, secretBox }) =>
    Promise.resolve({
      secretBox,
      backupCodes: makeBackupCodes((length) => Buffer.from(ids.secret(length), 'base64url')),
    }),
  async run(context, _input, { secretBox, backupCodes }) {
    const { tx, ids, now, emit } = context;
    const owner = await lockMyAccount(context);
    const user = userOf(owner);
    const policy = await requireAllowed(tx, { backupCodes: 'factors' });
    if (!policy.second.ways.includes('backup-code'))
      throw conflict('The sign-in policy does not take backup codes.').because('backup-codes-not-taken');
    if (!(await hasFactor(tx, user.id)))
      throw conflict('Backup codes stand in for another factor: add one first.').because('no-factor');
    await storeBackupCodes({ tx, ids, now, secretBox }, user.id, backupCodes);
    await distrustDevices(tx, user.id);
    await queueAccountNotice(tx, secretBox, noticeAbout(context, owner), { change: 'codes-renewed' });
    emit('User.Data.Updated', user.id, { user, ...changeOf(user, ['factors']) });
    return { backupCodes };
  },
});
