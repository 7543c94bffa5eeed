import { isFailure } from '../../domain/failure.ts';
import type { ProviderFacts } from '../../domain/flow/facts.ts';
import { credentialIdOf } from '../../domain/people/credential-id.ts';
import { typedIdentifier } from '../../domain/people/identifiers.ts';
import { changePurpose } from '../../operations/flows/change-purpose.ts';
import type { EnteredInput } from '../../operations/flows/inputs.ts';
import { recordInputs } from '../../operations/flows/record-inputs.ts';
import { findPasskey } from '../../store/factors/passkeys.ts';
import type { AccountLookup } from '../../store/flows/flow.ts';
import {
  type FlowPurpose,
  flowPurposes,
  type FlowStep,
  flowSteps,
  isIdentityKind,
  isLinking,
} from '../../vocabulary/flows.ts';
import { parseJson } from '../parse-json.ts';
import { type Answer, type AnswerResult, type Fields, showAgain, showNext, showProblem, showStep } from './answer.ts';
import { answerCode, requestCode } from './code.ts';
import { answerBackupCodes, answerNewApp, answerNewPasskey } from './enroll.ts';
import { answerFields, answerNewPassword, isUsernameTaken } from './fields.ts';
import { type Entry, hasEntries, hasIdentity, isPasskeyOffered } from './entry.ts';
import { complete } from './finish.ts';
import { answerLink, lookupOfLink } from './link.ts';
import { chosenStep, type Page, pageOf } from './page.ts';
import { answerPasskey } from './passkey.ts';
import { answerIdentifier, answerKnownPassword } from './password.ts';
import { answerBackupCode, answerTotp } from './second-factor.ts';
import { readStep, type Step } from './step.ts';
import { answerConfirmIdentity, answerUpstream, goToProvider, skipLink } from './upstream.ts';
import { providerIdOf } from './provider-way.ts';
import { callerIn, flowOf, isStandalone, originOf, versionOf } from './visit.ts';

type Handler = (answer: Answer) => AnswerResult | Promise<AnswerResult>;

/** The handler of each step. */
const steps: Record<FlowStep, Handler> = {
  identify(answer) {
    const { step, fields } = answer;
    if (fields['passkey'] && isPasskeyOffered(step)) return answerPasskey(answer);
    // The same for every address of the domain: a password that was posted with it is not compared.
    if (leadsElsewhere(step)) return goToProvider(answer, step.domainProvider.id);
    if (!hasEntries(step)) return requestCode(answer, fields['identifier'] ?? '');
    return fields['password'] ? answerIdentifier(answer) : leadOn(answer);
  },
  link: answerLink,
  password: answerKnownPassword,
  code: answerCode,
  passkey: answerPasskey,
  totp: answerTotp,
  'backup-code': answerBackupCode,
  fields: answerFields,
  'enrol-passkey': answerNewPasskey,
  'enrol-totp': answerNewApp,
  'backup-codes': answerBackupCodes,
  'new-password': answerNewPassword,
  upstream: answerUpstream,
  'confirm-identity': answerConfirmIdentity,
};

/** The choices of a form: an answer, another step, a code, a link, or another purpose. */
const ways: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...flowSteps.map((name) => [name, (answer: Answer) => showChosen(answer, name)] as const),
  ...flowPurposes.map((purpose) => [purpose, (answer: Answer) => begin(answer, purpose)] as const),
  ['answer', answerPresent],
  ['link', answerLink],
  ['email-code', requestKnownCode],
  ['phone-code', requestKnownCode],
  ['skip-link', skipLink],
  // The codes that the step shows, as a file (experience/flow-pages.ts).
  ['download', (answer) => (answer.name === 'backup-codes' ? showStep(answer) : showProblem(answer, 'page-outdated'))],
]);

/**
 * Answers the present step, or chooses another way (`way`). A form of another step or version changes nothing, and
 * shows the present step.
 */
export async function answerStep(
  context: Pick<Answer, 'services' | 'visit' | 'slot'>,
  form: Fields,
): Promise<AnswerResult> {
  const identifier = form['identifier'] === undefined ? undefined : typedIdentifier(form['identifier']);
  const fields: Fields = { ...form, ...(identifier !== undefined && { identifier }) };
  const { lookup, passkey } = await lookupOf(context, fields);
  const step = await readStep(context.services, context.visit, lookup);
  if (!step) return 'over';
  const posted = flowSteps.find((one) => one === fields['step']);
  const answer = { ...context, step, name: chosenStep(step.decision, posted), fields, passkey };
  const way = fields['way'] ?? 'answer';
  // A link that has ended meanwhile is not offered any more: its own problem explains more.
  const handler = way !== 'link' && isOutdated(answer) ? undefined : handlerOf(way);
  try {
    return await (handler?.(answer) ?? showProblem(answer, 'page-outdated'));
  } catch (error) {
    return afterFailure(answer, error);
  }
}

/**
 * True if the typed address has the domain of an identity provider, unless the person was led to one before: they have
 * come back from it, or have chosen another way.
 */
const leadsElsewhere = (step: Step): step is Step & { domainProvider: ProviderFacts } =>
  step.domainProvider !== undefined &&
  ['sign-in', 'sign-up'].includes(step.flow.purpose) &&
  !hasIdentity(step.flow) &&
  !(step.flow.challenge && isIdentityKind(step.flow.challenge.kind));

/** The handler of a way, or of the identity provider that it names. */
function handlerOf(way: string): Handler | undefined {
  const providerId = providerIdOf(way);
  return providerId === undefined ? ways.get(way) : (answer) => goToProvider(answer, providerId);
}

/** The account that the fields name, which is read with the flow; otherwise that of the address of the open code. */
async function lookupOf(
  { services, visit }: Pick<Answer, 'services' | 'visit'>,
  { way = 'answer', step, identifier, code, passkey: response }: Fields,
): Promise<{ lookup: AccountLookup } & Pick<Answer, 'passkey'>> {
  if (way === 'link' || (way === 'answer' && step === 'link'))
    return { lookup: visit.link && lookupOfLink(visit.link) };
  if (way === 'answer' && response && step !== 'enrol-passkey') {
    const credentialId = credentialIdOf(parseJson(response));
    const passkey = credentialId === undefined ? undefined : await findPasskey(services.database.prisma, credentialId);
    return { lookup: passkey && { userId: passkey.userId }, passkey };
  }
  const isSought = way === 'answer' ? code === undefined && identifier !== undefined : Boolean(identifier);
  return { lookup: isSought ? { identifier: identifier ?? '' } : undefined };
}

/** A flow that has become ready meanwhile takes the answer of any step. */
const isOutdated = ({ step: { flow, decision }, name, fields: { step, version } }: Answer): boolean =>
  (step !== undefined && step !== name && !('ready' in decision)) ||
  (version !== undefined && version !== String(flow.version));

function answerPresent(answer: Answer): AnswerResult | Promise<AnswerResult> {
  const { decision } = answer.step;
  // Another flow, or an administrator, has changed the account since the last answer.
  if ('ready' in decision && decision.ready !== 'completeReset')
    return complete(answer, { step: 'identify', effect: decision.ready });
  return 'step' in decision ? steps[answer.name](answer) : showStep(answer);
}

/** The identifier alone: the way that follows it. Nothing is stored, except for a code. */
function leadOn(answer: Answer): AnswerResult | Promise<AnswerResult> {
  const { step, visit, fields } = answer;
  const { identifier = '' } = fields;
  if (!identifier) return showProblem(answer, 'identifier-missing');
  const page = pageOf(step, visit, { identifier });
  return page.entry === 'code' ? requestCode(answer, identifier) : { page };
}

/** The steps that are parts of the first page of a sign-in. */
const entries: Partial<Record<FlowStep, Entry>> = { identify: 'identifier', password: 'password', passkey: 'passkey' };

/** Another step; on the first page another way to sign in, or the field for another identifier. */
function showChosen(answer: Answer, name: FlowStep): AnswerResult {
  const { step, fields } = answer;
  const entry = answer.name === 'identify' && hasEntries(step) ? entries[name] : undefined;
  const { identifier } = fields;
  return showStep(answer, entry ? { entry, ...(identifier && { identifier }) } : { step: name });
}

/** A code for the identifier that is typed, or was before. */
function requestKnownCode(answer: Answer): Promise<AnswerResult> {
  return requestCode(answer, answer.fields['identifier'] || (answer.step.flow.inputs.identifier ?? ''));
}

/** Begins again, with another purpose. */
async function begin(answer: Answer, chosen: FlowPurpose): Promise<AnswerResult> {
  const { services, visit, step } = answer;
  const { flow, decision } = step;
  const purpose = isStandalone(visit) ? visit.purpose : chosen;
  if (isLinking(purpose) !== isLinking(flow.purpose)) return showProblem(answer, 'page-outdated');
  const input = {
    ...versionOf(flow, visit),
    flow: await flowOf(services, flow, visit),
    step: chosenStep(decision),
    purpose,
  };
  await services.execute(changePurpose, callerIn(visit, flow.id), input, originOf(visit));
  const { identifier } = answer.fields;
  return showAgain(answer, { ...(identifier && { identifier }), ...entryAgain(answer) });
}

/** A person who was proven begins as someone else, and one who waits for a code wants another way. */
function entryAgain({ step: { flow }, name }: Answer): { entry?: Entry } {
  if (flow.verifications.length) return { entry: 'identifier' };
  return name === 'code' ? { entry: 'password' } : {};
}

function afterFailure(answer: Answer, error: unknown): AnswerResult | Promise<AnswerResult> {
  const { link } = answer.step.flow.inputs;
  // Another account has taken the username that was entered before.
  if (isUsernameTaken(error)) return enterAgain(answer, { username: null }, { problem: { name: 'username-taken' } });
  // The invitation was revoked meanwhile.
  if (isFailure(error, 'FORBIDDEN') && link) return enterAgain(answer, { link: { tokenId: link.tokenId } });
  // The authorization request has ended.
  if (isFailure(error, 'NOT_FOUND')) return 'over';
  // Another answer was faster, or the account has changed meanwhile.
  if (!isFailure(error, 'FORBIDDEN', 'CONFLICT', 'TAKEN')) throw error;
  return showAgain(answer, { problem: { name: 'page-outdated' } });
}

/** Replaces what was entered before and cannot be used. */
async function enterAgain(answer: Answer, inputs: EnteredInput, shown: Partial<Page> = {}): Promise<AnswerResult> {
  const { services, visit, step } = answer;
  const input = { ...versionOf(step.flow, visit), step: 'fields' as const, inputs, limited: null };
  const { output } = await services.execute(recordInputs, callerIn(visit, step.flow.id), input, originOf(visit));
  return showNext(answer, output.flow, shown);
}
