import { z } from 'zod';
import { notFound } from '../../domain/failure.ts';
import { actorIdsOf, isImpersonated } from '../../store/exchanges/delegations.ts';
import { timeSchema } from '../../domain/times.ts';
import { defineOperation, entity } from '../../kernel/operation.ts';
import { lockApplication } from '../../store/row-locks/locked-records.ts';
import { applicationOf } from '../../store/records/shapes.ts';

export const startDelegation = defineOperation({
  name: 'startDelegation',
  summary: 'Record the first token over a delegation. It is recorded once, however often this is repeated.',
  permission: 'platform',
  route: null,
  input: z.strictObject({
    delegationId: z.int().describe('The delegation.'),
    startedAt: timeSchema.describe('Time of the token.'),
  }),
  output: { application: entity('Application', 'The application that exchanged the token.') },
  always: ['Application.Delegation.Started'],
  async run({ tx, now, emit, unchanged }, { delegationId: id, startedAt }) {
    const delegation = await tx.delegation.findUnique({ where: { id } });
    if (!delegation) throw notFound('delegation', 'delegationId');
    const { applicationId, subjectApplicationId, subjectResource, apiResourceId } = delegation;
    const application = await lockApplication(tx, applicationId);
    const { count } = await tx.delegation.updateMany({ where: { id, startedAt: null }, data: { startedAt } });
    if (!count) return unchanged({ application: applicationId });
    emit('Application.Delegation.Started', applicationId, {
      application: applicationOf(application, now),
      subjectApplicationId,
      actorIds: actorIdsOf(delegation),
      isImpersonated: isImpersonated(delegation),
      subjectResource: subjectResource || null,
      apiResourceId,
      startedAt: new Date(startedAt).toISOString(),
    });
    return { application: applicationId };
  },
});
