import { z } from 'zod';
import { changeOf, changesTo } from '../../domain/events/changes.ts';
import { requireNotBuiltIn } from '../../domain/oauth/application.ts';
import { exchangePolicyInput, policyFrom } from '../../domain/oauth/exchange-policy.ts';
import { recordId } from '../../domain/text.ts';
import { assertMayGrant } from '../../kernel/privilege-escalation.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { exchangePolicyOf, replacePolicy } from '../../store/records/exchange-policy.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { lockKeyShare } from '../../store/row-locks/row-locks.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const setApplicationExchangePolicy = defineOperation({
  name: 'setApplicationExchangePolicy',
  summary:
    'Replace the rules of an application for its token exchanges; a rule that is omitted no longer applies. They apply to the next exchange, and end no token.',
  words: {
    title: 'Set the exchange rules of {applicationId}',
    button: 'Save rules',
    note: 'They apply to its next exchange. Tokens that it has stay valid.',
    danger: null,
  },
  permission: 'applications:write',
  recentSignIn: true,
  record: 'applicationId',
  route: { method: 'PUT', path: '/applications/:applicationId/exchange-policy' },
  input: z.strictObject({
    applicationId: recordId('application'),
    ...exchangePolicyInput,
  }),
  output: { application: entity('Application', 'The updated application.') },
  always: ['Application.ExchangePolicy.Updated'],
  async run({ tx, actor, now, emit, unchanged }, { applicationId, ...input }) {
    const application = await lockApplication(tx, applicationId);
    requireNotBuiltIn(application);
    const before = await exchangePolicyOf(tx, application);
    const exchangePolicy = policyFrom(input, before);
    // In the order of the input, to which the paths of problems belong.
    const targetIds = input.targets?.map(({ apiResourceId }) => apiResourceId) ?? [];
    await lockKeyShare(tx, 'apiResource', targetIds, 'targets');
    // Deleted organizations may stay: without the last one, the rule would allow any.
    await lockKeyShare(tx, 'organization', input.organizationIds, 'organizationIds', before.organizationIds);
    const changed = Object.keys(changesTo(before, exchangePolicy));
    if (!changed.length) return unchanged({ application: applicationId });
    // The rules of such an application hold back every permission.
    if (application.managementApiAllowed) await assertMayGrant({ tx, actor }, { everything: true });
    const updated = await replacePolicy(tx, applicationId, exchangePolicy);
    emit('Application.ExchangePolicy.Updated', applicationId, {
      application: applicationOf(updated, now),
      exchangePolicy,
      ...changeOf(before, changed),
    });
    return { application: applicationId };
  },
});
