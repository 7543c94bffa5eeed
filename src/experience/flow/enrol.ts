import { makeBackupCodes } from '../../domain/backup-codes.ts';
import type { NewFactor } from '../../domain/flow/facts.ts';
import { flowSecret, flowSecretKeyPurpose } from '../../domain/flow/secrets.ts';
import { totpKeyText, totpKeyUri, totpSecretLength, totpStep } from '../../domain/totp.ts';
import { passkeysOf } from '../../store/factors/passkeys.ts';
import type { OpenFlow } from '../../store/flows/situation.ts';
import type { FlowStep } from '../../vocabulary/flows.ts';
import { parseJson } from '../parse-json.ts';
import type { AnswerResult, AnswerContext, Fields } from './context.ts';
import { acceptAnswer } from './finish.ts';
import { challengesOf } from './passkey.ts';
import { type PlainProblem, pageOf } from './page.ts';
import type { FlowServices, VisitedFlow } from './visit.ts';

/**
 * Secrets for a new authenticator app: the same on each page of a flow, but not for another account, whose owner could
 * have begun the flow. Only the one of the first key is shown.
 */
function newSecrets({ secretBox }: Pick<FlowServices, 'secretBox'>, { id, account, inputs }: OpenFlow): Buffer[] {
  const keys = secretBox.deriveAll(flowSecretKeyPurpose);
  const owner = account?.userId ?? inputs.userId ?? '';
  return keys.map((key) => flowSecret(key, 'totp', id, owner).subarray(0, totpSecretLength));
}

const accountName = ({ account, inputs }: OpenFlow): string =>
  account?.email ?? inputs.identifier ?? inputs.username ?? inputs.name ?? 'account';

/** What an authenticator app needs: a QR code, the key as text, and as a link on the same device. */
export async function newAppDetails(services: FlowServices, flow: OpenFlow) {
  const [secret = new Uint8Array()] = newSecrets(services, flow);
  const uri = totpKeyUri({ secret, issuer: 'Mandate', account: accountName(flow) });
  return { uri, key: totpKeyText(secret), qrCode: await services.qrCode(uri) };
}

/** Options for a new passkey. */
export async function newPasskeyOptions(services: FlowServices, flow: OpenFlow): Promise<object> {
  const [challenge = ''] = challengesOf(services, flow, 'enrol-passkey');
  const { account, inputs } = flow;
  const id = account?.userId ?? inputs.userId ?? flow.id;
  const existing = account ? await passkeysOf(services.database.prisma, account.userId) : [];
  const name = accountName(flow);
  return services.webAuthn.registrationOptions({ challenge, existing, user: { id, name, displayName: name } });
}

/** The first code of a new authenticator app shows that it has the secret. */
export function answerNewApp(
  context: AnswerContext,
  visited: VisitedFlow,
  { code = '' }: Fields,
): Promise<AnswerResult> {
  const { services } = context;
  const now = services.clock.now();
  for (const secret of newSecrets(services, visited.flow)) {
    const lastStep = totpStep({ secret, code, now, lastStep: null });
    if (lastStep !== undefined)
      return enrol(context, visited, 'enrol-totp', { kind: 'totp', secret: secret.toString('base64url'), lastStep });
  }
  return refuse(context, visited, 'enrol-totp', 'wrong-code');
}

/** A new passkey. */
export async function answerNewPasskey(
  context: AnswerContext,
  visited: VisitedFlow,
  fields: Fields,
): Promise<AnswerResult> {
  const { services } = context;
  const response = parseJson(fields['passkey']);
  for (const challenge of challengesOf(services, visited.flow, 'enrol-passkey')) {
    const result = await services.webAuthn.verifyRegistration(response, challenge);
    if (!result.ok) continue;
    const publicKey = Buffer.from(result.passkey.publicKey).toString('base64url');
    return enrol(context, visited, 'enrol-passkey', { kind: 'passkey', ...result.passkey, publicKey });
  }
  return refuse(context, visited, 'enrol-passkey', 'wrong-passkey');
}

/** The factor is stored when the flow ends. Backup codes are made with it, and shown until then. */
function enrol(
  context: AnswerContext,
  visited: VisitedFlow,
  step: FlowStep,
  newFactor: NewFactor,
): Promise<AnswerResult> {
  const { ids } = context.services;
  const backupCodes = makeBackupCodes((length) => Buffer.from(ids.secret(length), 'base64url'));
  return acceptAnswer(context, visited, { step, inputs: { newFactor, backupCodes } });
}

/** The person has kept the backup codes, of which only hashes are stored. */
export const answerBackupCodes = (context: AnswerContext, visited: VisitedFlow): Promise<AnswerResult> =>
  acceptAnswer(context, visited, { step: 'backup-codes', inputs: { hasBackupCodes: true } });

const refuse = (
  { visit }: AnswerContext,
  visited: VisitedFlow,
  step: FlowStep,
  name: PlainProblem['name'],
): Promise<AnswerResult> => Promise.resolve({ page: pageOf(visited, visit, { step, problem: { name } }) });
