import { z } from 'zod';
import { changeOf } from '../../domain/events/changes.ts';
import { type AddressKind, isAddress } from '../../domain/flow/policy.ts';
import { domainOf } from '../../domain/people/organization-domain.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Row } from '../../platform/database/database.ts';
import { prepareAddressChange, recordAddressChange } from '../../store/account/address-change.ts';
import { advanceFlow } from '../../store/flows/progress.ts';
import { joiningEvents, joinOrganization } from '../../store/records/joining.ts';
import { lockOrganizationsToJoin } from '../../store/records/organization-domains.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lastAnswerInput } from './inputs.ts';
import { lockOwner } from './lock-owner.ts';
import { flowChanged, readyFlow } from './ready-flow.ts';

export const linkAddress = defineOperation({
  name: 'linkAddress',
  summary: 'Add the address that a person has verified to their account. It replaces the earlier one.',
  permission: { flow: 'flowId' },
  route: null,
  queuesMessages: true,
  input: z.strictObject(lastAnswerInput),
  output: {},
  always: [],
  sometimes: ['User.Data.Updated', ...joiningEvents],
  prepare: (services) => Promise.resolve(prepareAddressChange(services)),
  async run({ tx, actor, now, emit }, { step, ...answered }, prepared) {
    const { secretBox } = prepared;
    const { flow, account, settled } = await readyFlow({ tx, now, secretBox }, answered, 'linkAddress');
    const proof = flow.verifications.find(({ kind }) => isAddress(kind));
    if (!account || !proof || !isAddress(proof.kind)) throw flowChanged();
    const { kind, subject: address } = proof;
    const { userId } = account;
    // Before the user, as everywhere.
    const joined =
      kind === 'email'
        ? await lockOrganizationsToJoin(tx, { domain: domainOf(address), identityProviderId: null }, userId)
        : [];
    const before = await lockOwner(tx, account);
    if (!has(before, kind, address)) {
      const changes =
        kind === 'email' ? { email: address, emailVerifiedAt: now } : { phone: address, phoneVerifiedAt: now };
      const user = userOf(await tx.user.update({ where: { id: userId }, data: changes }));
      const changed = before[kind] === address ? [`${kind}VerifiedAt`] : Object.keys(changes);
      emit('User.Data.Updated', userId, { user, ...changeOf(userOf(before), changed) });
      await recordAddressChange(tx, { user: before, kind, isRemoved: false, actor, now, prepared });
      for (const organization of joined) await joinOrganization({ tx, emit }, userId, organization);
    }
    await advanceFlow(tx, { flowId: flow.id, now, step, outcome: 'finished', state: 'finished', userId, ...settled });
    return {};
  },
});

/** True if the account has the address already, and it is verified. */
const has = (user: Row<'user'>, kind: AddressKind, address: string): boolean =>
  user[kind] === address && user[`${kind}VerifiedAt`] !== null;
