import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { queueAccountNotice } from '../../store/messages/account-notice.ts';
import { userOf } from '../../store/records/shapes.ts';
import { enteredInput, lastAnswerInput } from './inputs.ts';
import { lockOwner } from './lock-owner.ts';
import { flowChanged, readyFlow } from './ready-flow.ts';
import { storeFactors } from './store-factors.ts';

export const linkFactor = defineOperation({
  name: 'linkFactor',
  summary: 'Add the factor that a person has set up to their account, with backup codes if it has none.',
  permission: { flow: 'flowId' },
  route: null,
  queuesMessages: true,
  input: z.strictObject({ ...lastAnswerInput, inputs: enteredInput }),
  output: {},
  always: ['User.Data.Updated'],
  prepare: ({ secretBox, publicUrl }) => Promise.resolve({ secretBox, publicUrl }),
  async run({ tx, actor, ids, now, emit }, { step, ...answered }, { secretBox, publicUrl }) {
    const context = { tx, ids, now, secretBox, publicUrl };
    const { flow, account, inputs, settled } = await readyFlow(context, answered, 'linkFactor');
    if (!account) throw flowChanged();
    const { userId } = account;
    const owner = await lockOwner(tx, account);
    const user = userOf(owner);
    await storeFactors(context, userId, inputs);
    const notice = { user: owner, sessionId: actor.sessionId ?? null, id: ids.next('message'), now };
    await queueAccountNotice(tx, secretBox, notice, { change: 'factor-added' });
    emit('User.Data.Updated', userId, { user, ...changeOf(user, ['factors']) });
    await advanceFlow(tx, { flowId: flow.id, now, step, outcome: 'finished', state: 'finished', userId, ...settled });
    return {};
  },
});
