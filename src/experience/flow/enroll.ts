import { makeBackupCodes } from '../../domain/people/backup-codes.ts';
import type { NewFactor } from '../../domain/flow/facts.ts';
import { flowSecret, flowSecretKeyPurpose } from '../../domain/flow/secrets.ts';
import { totpKeyText, totpKeyUri, totpSecretLength, totpStep } from '../../domain/people/totp.ts';
import { refuseNewApp } from '../../operations/flows/refuse-new-app.ts';
import { passkeysOf } from '../../store/factors/passkeys.ts';
import type { Flow } from '../../store/flows/flow.ts';
import { type FlowStep, isLinking } from '../../vocabulary/flows.ts';
import { parseJson } from '../parse-json.ts';
import { type Answer, type AnswerResult, showNext, showStep } from './answer.ts';
import { acceptAnswer } from './finish.ts';
import type { Page } from './page.ts';
import { challengesOf } from './passkey.ts';
import { callerIn, type FlowServices, originOf } from './visit.ts';

/**
 * Secrets for a new authenticator app: the same on each page of a flow, but not for another account, whose owner could
 * have begun the flow. Only the one of the first key is shown.
 */
function newSecrets({ secretBox }: Pick<FlowServices, 'secretBox'>, { id, account, inputs }: Flow): Buffer[] {
  const keys = secretBox.deriveAll(flowSecretKeyPurpose);
  const owner = account?.userId ?? inputs.userId ?? '';
  return keys.map((key) => flowSecret(key, 'totp', id, owner).subarray(0, totpSecretLength));
}

const accountName = ({ account, inputs }: Flow): string =>
  account?.email ?? inputs.identifier ?? inputs.username ?? inputs.name ?? 'account';

/** The secret for an authenticator app: as a QR code, the key as text, and as a link on the same device. */
export async function newAppDetails(services: FlowServices, flow: Flow) {
  const [secret = new Uint8Array()] = newSecrets(services, flow);
  const uri = totpKeyUri({ secret, issuer: 'Mandate', account: accountName(flow) });
  return { uri, key: totpKeyText(secret), qrCode: await services.qrCode(uri) };
}

/** Options for a new passkey. */
export async function newPasskeyOptions(services: FlowServices, flow: Flow): Promise<object> {
  const [challenge = ''] = challengesOf(services, flow, 'enrol-passkey');
  const { account, inputs } = flow;
  const id = account?.userId ?? inputs.userId ?? flow.id;
  const existing = account ? await passkeysOf(services.database.prisma, account.userId) : [];
  const name = accountName(flow);
  return services.webAuthn.registrationOptions({ challenge, existing, user: { id, name, displayName: name } });
}

/** The first code of a new authenticator app shows that it has the secret. */
export async function answerNewApp(answer: Answer): Promise<AnswerResult> {
  const { services, fields, step } = answer;
  const { code = '' } = fields;
  const now = services.clock.now();
  for (const secret of newSecrets(services, step.flow)) {
    const lastStep = totpStep({ secret, code, now, lastStep: null });
    if (lastStep !== undefined)
      return enroll(answer, 'enrol-totp', { kind: 'totp', secret: secret.toString('base64url'), lastStep });
  }
  const shown = { step: 'enrol-totp', problem: { name: 'wrong-code' } } as const;
  return isLinking(step.flow.purpose) ? refuseApp(answer, shown) : showStep(answer, shown);
}

/** Wrong codes end a flow in which a person who is signed in adds an app. */
async function refuseApp(answer: Answer, shown: Partial<Page>): Promise<AnswerResult> {
  const { services, visit, step } = answer;
  const { flow } = step;
  const { output } = await services.execute(
    refuseNewApp,
    callerIn(visit, flow.id),
    { flowId: flow.id },
    originOf(visit),
  );
  const { version } = output;
  return version === null ? 'over' : showNext(answer, { ...flow, version }, shown);
}

/** A new passkey. */
export async function answerNewPasskey(answer: Answer): Promise<AnswerResult> {
  const { services, fields, step } = answer;
  const response = parseJson(fields['passkey']);
  for (const challenge of challengesOf(services, step.flow, 'enrol-passkey')) {
    const result = await services.webAuthn.verifyRegistration(response, challenge);
    if (!result.ok) continue;
    const publicKey = Buffer.from(result.passkey.publicKey).toString('base64url');
    return enroll(answer, 'enrol-passkey', { kind: 'passkey', ...result.passkey, publicKey });
  }
  return showStep(answer, { step: 'enrol-passkey', problem: { name: 'wrong-passkey' } });
}

/** The factor is stored when the flow ends. Backup codes are made with it, and shown until then. */
function enroll(answer: Answer, step: FlowStep, newFactor: NewFactor): Promise<AnswerResult> {
  const { ids } = answer.services;
  const backupCodes = makeBackupCodes((length) => Buffer.from(ids.secret(length), 'base64url'));
  return acceptAnswer(answer, { step, inputs: { newFactor, backupCodes } });
}

/** The person has kept the backup codes, of which only hashes are stored. */
export const answerBackupCodes = (answer: Answer): Promise<AnswerResult> =>
  acceptAnswer(answer, { step: 'backup-codes', inputs: { hasBackupCodes: true } });
