import { flowSecret, type FlowSecret, flowSecretKeyPurpose } from '../../domain/flow/secrets.ts';
import type { FactorUse } from '../../store/factors/use-factor.ts';
import { passkeysOf, type StoredPasskey } from '../../store/factors/passkeys.ts';
import type { Flow } from '../../store/flows/flow.ts';
import type { RefusalReason } from '../../vocabulary/flows.ts';
import { parseJson } from '../parse-json.ts';
import { type Answer, type AnswerResult, findAccount } from './answer.ts';
import { makeAttempt } from './attempt.ts';
import { chosenStep } from './page.ts';
import type { FlowServices } from './visit.ts';

/** Challenges of a flow, base64url: one for each version, so that each is answered once. */
export const challengesOf = (
  { secretBox }: Pick<FlowServices, 'secretBox'>,
  { id, version }: Pick<Flow, 'id' | 'version'>,
  secret: FlowSecret,
): string[] =>
  secretBox.deriveAll(flowSecretKeyPurpose).map((key) => flowSecret(key, secret, id, version).toString('base64url'));

/** Options for the browser. Before the account is known, it offers all passkeys, so none is disclosed. */
export async function passkeyOptions(services: FlowServices, flow: Flow): Promise<object> {
  const [challenge = ''] = challengesOf(services, flow, 'passkey');
  const { account } = flow;
  const allowed = account ? await passkeysOf(services.database.prisma, account.userId) : [];
  return services.webAuthn.authenticationOptions({ challenge, allowed });
}

/** A passkey: of the account, or one that shows which account it is. */
export async function answerPasskey(answer: Answer): Promise<AnswerResult> {
  const { services, fields, passkey } = answer;
  const { flow, decision } = answer.step;
  const account = passkey && (await findAccount(answer, { userId: passkey.userId }));
  const step = flow.account ? ('passkey' as const) : chosenStep(decision);
  return makeAttempt(answer, {
    step,
    limited: null,
    problem: 'wrong-passkey',
    shown: { ...(flow.account && { step: 'passkey' as const }) },
    compare: async () => {
      const isOther = flow.account !== undefined && flow.account.userId !== account?.userId;
      if (!passkey || !account || isOther) return 'wrong-passkey';
      const use = await verify(services, flow, parseJson(fields['passkey']), passkey);
      if (typeof use === 'string') return use;
      const { userId: subject, sessionEpoch } = account;
      const verification = { kind: 'passkey' as const, subject, sessionEpoch, limited: null, use, rehash: null };
      return { step, account, trustsDevice: fields['trust'] === 'yes', verification };
    },
  });
}

async function verify(
  services: FlowServices,
  flow: Flow,
  response: unknown,
  passkey: StoredPasskey,
): Promise<FactorUse | RefusalReason> {
  for (const challenge of challengesOf(services, flow, 'passkey')) {
    const result = await services.webAuthn.verifyAuthentication(response, challenge, {
      ...passkey,
      publicKey: Uint8Array.from(passkey.publicKey),
    });
    if (!result.ok) continue;
    const { counter, isBackedUp } = result;
    return { kind: 'passkey', factorId: passkey.id, counter, isBackedUp };
  }
  return 'wrong-passkey';
}
