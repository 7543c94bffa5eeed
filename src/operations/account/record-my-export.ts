import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockMyAccount } from './my-account.ts';

export const recordMyExport = defineOperation({
  name: 'recordMyExport',
  summary: 'Record that you export what is stored about you: the stream of the export begins after it.',
  permission: { account: 'account:read' },
  recentSignIn: true,
  limit: { kind: 'accountExports' },
  route: null,
  input: z.strictObject({}),
  output: {},
  always: ['User.Data.Exported'],
  async run(context) {
    const user = await lockMyAccount(context);
    context.emit('User.Data.Exported', user.id, { user: userOf(user) });
    return {};
  },
});
