import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { recordId } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { deleteConsent } from '../../store/account/consents.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockMyAccount, ofMyAccount } from './my-account.ts';

export const revokeMyConsent = defineOperation({
  ...ofMyAccount,
  name: 'revokeMyConsent',
  summary:
    'Take back what you allowed a third-party application. Its tokens end: at once where their validity is checked, otherwise within their lifetime.',
  route: { method: 'DELETE', path: '/consents/:applicationId' },
  input: z.strictObject({ applicationId: recordId('application') }),
  always: ['User.Consent.Revoked'],
  async run(context, { applicationId }) {
    const { tx, emit } = context;
    const user = await lockMyAccount(context);
    const grantIds = await deleteConsent(tx, user.id, applicationId);
    if (!grantIds) throw notFound('consent', 'applicationId');
    emit('User.Consent.Revoked', user.id, { user: userOf(user), applicationId, grantIds });
    return {};
  },
});
