import { z } from 'zod';
import { changeOf } from '../../../domain/events/changes.ts';
import { usedIdentity } from '../../../domain/flow/identity.ts';
import { defineOperation } from '../../../kernel/operation.ts';
import { advanceFlow } from '../../../store/flows/progress.ts';
import { lockOrganizationsToJoin } from '../../../store/records/organization-domains.ts';
import { joiningEvents, joinOrganization } from '../../../store/records/joining.ts';
import { queueAccountNotice } from '../../../store/messages/account-notice.ts';
import { userOf } from '../../../store/records/shapes.ts';
import { enteredInput, lastAnswerInput } from '../inputs.ts';
import { lockOwner } from '../lock-owner.ts';
import { flowChanged, readyFlow } from '../ready-flow.ts';
import { linkWith } from './store-identity.ts';

export const linkIdentity = defineOperation({
  name: 'linkIdentity',
  summary: 'Link the identity that a person has proven with their account.',
  permission: { flow: 'flowId' },
  route: null,
  queuesMessages: true,
  input: z.strictObject({ ...lastAnswerInput, inputs: enteredInput }),
  output: {},
  always: [],
  sometimes: ['User.Data.Updated', ...joiningEvents],
  prepare: ({ secretBox }) => Promise.resolve(secretBox),
  async run({ tx, actor, ids, now, emit }, { step, ...answered }, secretBox) {
    const { flow, account, inputs, settled } = await readyFlow({ tx, now, secretBox }, answered, 'linkIdentity');
    if (!account) throw flowChanged();
    const { userId } = account;
    const used = usedIdentity({ ...flow, inputs: { ...inputs, linksIdentity: true } });
    if (!used) throw flowChanged();
    const { identity, isNew } = used;
    const by = { domain: null, identityProviderId: identity.providerId };
    const joined = isNew ? await lockOrganizationsToJoin(tx, by, userId) : [];
    const owner = await lockOwner(tx, account);
    if (isNew) {
      await linkWith({ tx, ids, now }, userId, { identity, isUsed: false });
      const user = userOf(owner);
      const notice = { user: owner, sessionId: actor.sessionId ?? null, id: ids.next('message'), now };
      await queueAccountNotice(tx, secretBox, notice, { change: 'identity-linked' });
      emit('User.Data.Updated', userId, { user, ...changeOf(user, ['identities']) });
      for (const organization of joined) await joinOrganization({ tx, emit }, userId, organization);
    }
    await advanceFlow(tx, { flowId: flow.id, now, step, outcome: 'finished', state: 'finished', userId, ...settled });
    return {};
  },
});
