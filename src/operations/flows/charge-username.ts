import { z } from 'zod';
import { newFlowInput } from '../../domain/flow/new-flow.ts';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { countUsername } from '../../store/flows/network-limits.ts';
import { logEntry, startFlow } from '../../store/flows/progress.ts';
import { networkInput } from './inputs.ts';
import { networkKeyOf } from './limit-keys.ts';

export const chargeUsername = defineOperation({
  name: 'chargeUsername',
  summary: 'Count a username for a new account, before it is compared with those of others.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    flowId: idSchema('signInAttempt').describe('The flow.'),
    flow: newFlowInput,
    network: networkInput,
  }),
  output: {
    limitedUntil: z.date().nullable().describe('Time from which the network can try another one; null if it can now.'),
  },
  always: [],
  prepare: ({ secretBox }, { network }) => Promise.resolve(networkKeyOf(secretBox, 'usernames', network)),
  async run({ tx, now }, { flowId, flow }, networkKey) {
    // A sign-up that verifies no address begins with its fields.
    await startFlow(tx, { ...flow, id: flowId }, now);
    const limitedUntil = networkKey && (await countUsername(tx, networkKey, now));
    if (!limitedUntil) return { limitedUntil: null };
    await logEntry(tx, flowId, { step: 'fields', outcome: 'refused', reason: 'network-limited' }, now);
    return { limitedUntil };
  },
});
