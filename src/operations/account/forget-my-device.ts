import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { userOf } from '../../store/records/shapes.ts';
import { changingMyAccount, lockMyAccount } from './my-account.ts';

export const forgetMyDevice = defineOperation({
  ...changingMyAccount,
  name: 'forgetMyDevice',
  summary: 'Forget a browser in which you have signed in: it is not trusted any more. Sessions in it continue.',
  route: { method: 'DELETE', path: '/devices/:deviceId' },
  input: z.strictObject({ deviceId: idSchema('device').describe('The browser.') }),
  always: ['User.Device.Removed'],
  async run(context, { deviceId }) {
    const { tx, emit } = context;
    const user = await lockMyAccount(context);
    const { count } = await tx.device.deleteMany({ where: { id: deviceId, userId: user.id } });
    if (!count) throw notFound('device', 'deviceId');
    emit('User.Device.Removed', user.id, { user: userOf(user), deviceId });
    return {};
  },
});
