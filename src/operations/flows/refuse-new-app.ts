import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { advanceFlow } from '../../store/flows/progress.ts';

/** Wrong codes of a new authenticator app in one flow. */
const maxWrongCodes = 5;

export const refuseNewApp = defineOperation({
  name: 'refuseNewApp',
  summary: 'Record a wrong code of a new authenticator app. The fifth one ends the flow.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({ flowId: idSchema('signInAttempt').describe('The flow.') }),
  output: { version: z.int().nullable().describe('The new version of the flow; null if it has ended.') },
  always: [],
  async run({ tx, now }, { flowId }) {
    const entry = { flowId, step: 'enrol-totp', outcome: 'wrong' } as const;
    // Locks the flow: of several codes at once, each counts those before it.
    const version = await advanceFlow(tx, { ...entry, reason: 'wrong-code', now });
    if (version === undefined) return { version: null };
    if ((await tx.flowEntry.count({ where: entry })) < maxWrongCodes) return { version };
    await advanceFlow(tx, { ...entry, outcome: 'refused', reason: 'code-expired', state: 'refused', now });
    return { version: null };
  },
});
