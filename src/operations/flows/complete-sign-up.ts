import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { isInvited, provenKinds } from '../../domain/flow/decide.ts';
import type { FlowInputs } from '../../domain/flow/facts.ts';
import { createsAccount, usedIdentity } from '../../domain/flow/identity.ts';
import { levelOf } from '../../domain/flow/level.ts';
import { mayRegister } from '../../domain/flow/policy.ts';
import type { Profile } from '../../domain/people/profile.ts';
import { defineOperation } from '../../kernel/operation.ts';
import type { Row, Transaction } from '../../platform/database/database.ts';
import { countSignUp } from '../../store/flows/network-limits.ts';
import { advanceFlow, logEntry } from '../../store/flows/progress.ts';
import type { VerificationKind } from '../../vocabulary/flows.ts';
import { addLinks } from '../../store/records/links.ts';
import { userOf } from '../../store/records/shapes.ts';
import { lockDefaultRoles, recordSignIn, type SignedInDevice } from '../../store/records/users.ts';
import { answerRequest } from './answer-request.ts';
import { deviceInput, enteredInput, interactionInput, lastAnswerInput, networkInput } from './inputs.ts';
import { flowJoiningEvents, joinByFlow, lockJoining } from './join-by-flow.ts';
import { networkKeyOf } from './limit-keys.ts';
import { readyFlow, useAnswer } from './ready-flow.ts';
import { storeFactors } from './store-factors.ts';
import { storeSignInIdentity } from './provider/store-identity.ts';

export const completeSignUp = defineOperation({
  name: 'completeSignUp',
  summary: 'Create the account of the person of a flow, and sign them in to its application, if it has one.',
  permission: { flow: 'flowId' },
  route: null,
  input: z.strictObject({
    ...lastAnswerInput,
    inputs: enteredInput,
    network: networkInput,
    device: deviceInput.nullable().describe('The browser; null if there is no sign-in.'),
    interaction: interactionInput.nullable(),
  }),
  output: {
    user: z.string().describe('The id of the new user; empty if there is none.'),
    limitedUntil: z.date().nullable().describe('Time from which the network can create another one.'),
  },
  always: ['User.Created', 'PostRegister'],
  sometimes: flowJoiningEvents,
  prepare: ({ secretBox, publicUrl }) => Promise.resolve({ secretBox, publicUrl }),
  async run(
    { tx, ids, now, emit, unchanged },
    { step, network, device: browser, interaction, ...answered },
    { secretBox, publicUrl },
  ) {
    const ready = await readyFlow({ tx, now, secretBox }, answered, 'completeSignUp');
    const { flow, inputs, policy, settled } = ready;
    const addresses = provenAddresses(ready);
    const { email } = addresses;
    const used = usedIdentity({ ...flow, inputs });
    const identityProviderId = used?.identity.providerId ?? null;
    const person = { userId: null, email, isEmailProven: email !== null, identityProviderId, now };
    const joining = await lockJoining(tx, inputs, person);
    // The invitation was revoked meanwhile.
    if (!policy.signUp.isOpen && !joining.opensSignUp && !createsAccount({ ...flow, inputs }))
      throw new Failure('FORBIDDEN', 'Sign-up is closed.');
    const roleIds = await lockDefaultRoles(tx);
    await useAnswer({ tx, now }, answered);
    const networkKey = networkKeyOf(secretBox, 'signUps', network);
    const limitedUntil = networkKey && (await countSignUp(tx, networkKey, now));
    if (limitedUntil) {
      await logEntry(tx, flow.id, { step, outcome: 'refused', reason: 'network-limited' }, now);
      return unchanged({ user: '', limitedUntil });
    }
    const profile = used?.identity.locale ? { locale: used.identity.locale } : undefined;
    const created = await createUser(tx, inputs.userId ?? ids.next('user'), { addresses, inputs, profile, now });
    const { id: userId, sessionEpoch } = created;
    const added = await addLinks(tx, 'userRoles', [userId], roleIds);
    await storeFactors({ tx, ids, now, secretBox, publicUrl }, userId, inputs);
    if (used) await storeSignInIdentity({ tx, ids, now }, userId, used);
    const device = browser && { ...browser, id: ids.next('device'), hashes: [], trustedUntil: null };
    const user = device ? await signIn(tx, created, device, now) : created;
    emit('User.Created', userId, { user: userOf(user), roleIds: added });
    await joinByFlow({ tx, emit, now }, userId, joining);
    const { applicationId } = flow;
    emit('PostRegister', userId, { user: userOf(user), interaction: { applicationId, identityProviderId } });
    if (interaction) {
      const kinds = provenKinds(policy, { ...flow, inputs });
      const proven = inputs.passwordHash === undefined ? kinds : [...kinds, 'password' as const];
      const how = { proven, level: levelOf(proven) || (1 as const), verified: flow.verifications };
      await answerRequest({ tx, now }, interaction, { userId, sessionEpoch, ...how });
    }
    const change = { flowId: flow.id, now, step, purpose: 'sign-up', outcome: 'finished', state: 'finished' } as const;
    await advanceFlow(tx, { ...change, userId, ...settled });
    return { user: userId, limitedUntil: null };
  },
});

interface Addresses {
  email: string | null;
  phone: string | null;
}

/** The addresses that were proven. FORBIDDEN if the policy has changed since the code was sent. */
function provenAddresses({ flow, inputs, policy }: Awaited<ReturnType<typeof readyFlow>>): Addresses {
  const { verifications } = flow;
  const proven = (kind: VerificationKind) => verifications.find((one) => one.kind === kind)?.subject ?? null;
  const email = proven('email') ?? proven('vouched-email');
  const isExpected = isInvited({ inputs, verifications }) || createsAccount({ ...flow, inputs });
  if (email !== null && !mayRegister(policy, email) && !isExpected)
    throw new Failure('FORBIDDEN', 'This domain cannot sign up.');
  return { email, phone: proven('phone') };
}

interface NewUser {
  addresses: Addresses;
  inputs: FlowInputs;
  profile: Pick<Profile, 'locale'> | undefined;
  now: Date;
}

const createUser = (tx: Transaction, id: string, { addresses, inputs, profile, now }: NewUser): Promise<Row<'user'>> =>
  tx.user.create({
    data: {
      id,
      ...addresses,
      emailVerifiedAt: addresses.email && now,
      phoneVerifiedAt: addresses.phone && now,
      username: inputs.username ?? null,
      passwordHash: inputs.passwordHash ?? null,
      name: inputs.name ?? null,
      ...(profile && { profile }),
    },
  });

/** The first sign-in of a new user. Their addresses are verified already. */
async function signIn(
  tx: Transaction,
  { id, sessionEpoch }: Row<'user'>,
  device: SignedInDevice,
  now: Date,
): Promise<Row<'user'>> {
  const verifies = { email: false, phone: false };
  const signedIn = await recordSignIn(tx, id, { now, sessionEpoch, verifies, device });
  if (!signedIn) throw new Error('a new user cannot sign in');
  return signedIn.user;
}
