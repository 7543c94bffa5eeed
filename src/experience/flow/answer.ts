import { isFailure } from '../../domain/failure.ts';
import { typedIdentifier } from '../../domain/identifiers.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { changePurpose } from '../../operations/flows/change-purpose.ts';
import { recordInputs } from '../../operations/flows/record-inputs.ts';
import { type FlowPurpose, flowPurposes, type FlowStep, flowSteps } from '../../vocabulary/flows.ts';
import { answerCode, requestCode } from './code.ts';
import { type AnswerContext, type AnswerResult, type Fields, showPresent } from './context.ts';
import { answerBackupCodes, answerNewApp, answerNewPasskey } from './enrol.ts';
import { complete } from './finish.ts';
import { answerFields, answerNewPassword, isUsernameTaken } from './fields.ts';
import { answerLink } from './link.ts';
import { answerPasskey, isPasskeyOffered } from './passkey.ts';
import { answerPassword } from './password.ts';
import { answerBackupCode, answerTotp } from './second-factor.ts';
import { type Problem, type Page, pageOf } from './page.ts';
import {
  type FlowServices,
  flowOf,
  isStandalone,
  originOf,
  versionOf,
  type Visit,
  type VisitedFlow,
  visitFlow,
} from './visit.ts';

/** Whether an answer needs a slot in the hashing queue: one without is refused by the steps that take a password. */
export const needsHash = ({ way = 'answer', step, code, passkey, 'backup-code': backupCode }: Fields): boolean =>
  way === 'answer' && step !== 'backup-codes' && code === undefined && backupCode === undefined && !passkey;

/** The present step. */
export async function presentStep(services: FlowServices, visit: Visit, problem?: Problem): Promise<Page | undefined> {
  const visited = await visitFlow(services, visit);
  return visited && pageOf(visited, visit, { problem });
}

/**
 * Answers the present step, or chooses another way (`way`). A form of another step or version changes nothing, and
 * shows the present step.
 */
export async function answerStep(context: AnswerContext, fields: Fields): Promise<AnswerResult> {
  const { services, visit } = context;
  const identifier = fields['identifier'] === undefined ? undefined : typedIdentifier(fields['identifier']);
  const visited = await visitFlow(services, visit, identifier === undefined ? undefined : { identifier });
  if (!visited) return 'over';
  const step = flowSteps.find((name) => name === fields['step']);
  const page = pageOf(visited, visit, step && { step });
  // A link that has ended meanwhile is not offered any more: its own problem explains more.
  if (fields['way'] !== 'link' && isOutdated(visited, page.step, fields))
    return { page: pageOf(visited, visit, { problem: { name: 'page-outdated' } }) };
  try {
    const given = { ...fields, ...(identifier !== undefined && { identifier }) };
    return await dispatch(context, visited, page.step, given);
  } catch (error) {
    if (isUsernameTaken(error)) return askUsername(context, visited);
    if (isFailure(error, 'FORBIDDEN') && visited.flow.inputs.link) return withoutInvitation(context, visited);
    // The authorization request has ended.
    if (isFailure(error, 'NOT_FOUND')) return 'over';
    // Another answer was faster, or the account has changed meanwhile.
    if (!isFailure(error, 'FORBIDDEN', 'CONFLICT', 'TAKEN')) throw error;
    return showPresent(context, { problem: { name: 'page-outdated' } });
  }
}

/** A flow that has become ready meanwhile takes the answer of any step. */
const isOutdated = ({ flow, decision }: VisitedFlow, step: string, fields: Fields): boolean =>
  (fields['step'] !== undefined && fields['step'] !== step && !('ready' in decision)) ||
  (fields['version'] !== undefined && fields['version'] !== String(flow.version));

const isPurpose = (way: string): way is FlowPurpose => flowPurposes.some((purpose) => purpose === way);

async function dispatch(
  context: AnswerContext,
  visited: VisitedFlow,
  step: FlowStep,
  fields: Fields,
): Promise<AnswerResult> {
  const { visit } = context;
  const { way = 'answer', identifier = '' } = fields;
  const { decision, flow } = visited;
  if (isPurpose(way)) return begin(context, visited, isStandalone(visit) ? visit.purpose : way);
  if (way === 'link') return answerLink(context, visited);
  if (way === 'email-code' || way === 'phone-code')
    return requestCode(context, visited, identifier || (flow.inputs.identifier ?? ''));
  if (way !== 'answer') {
    const chosen = flowSteps.find((name) => name === way);
    // The codes that the step shows, as a file (experience/flow-pages.ts).
    const isKnown = chosen !== undefined || (way === 'download' && step === 'backup-codes');
    const shown = chosen ? { step: chosen } : {};
    return { page: pageOf(visited, visit, isKnown ? shown : { problem: { name: 'page-outdated' } }) };
  }
  // Another flow, or an administrator, has changed the account since the last answer.
  if ('ready' in decision && decision.ready !== 'completeReset')
    return complete(context, visited, { step: 'identify', effect: decision.ready });
  if (!('step' in decision)) return { page: pageOf(visited, visit) };
  return answers[step](context, visited, fields);
}

const answers: Record<
  FlowStep,
  (context: AnswerContext, visited: VisitedFlow, fields: Fields) => AnswerResult | Promise<AnswerResult>
> = {
  identify(context, visited, fields) {
    const { identifier = '', password = '' } = fields;
    const { policy, flow } = visited;
    if (fields['passkey'] && isPasskeyOffered(visited)) return answerPasskey(context, visited, fields);
    return flow.purpose === 'sign-in' && policy.first.includes('password')
      ? comparePassword(context, visited, { step: 'identify', identifier, password })
      : requestCode(context, visited, identifier);
  },
  link: answerLink,
  async password(context, visited, { password = '' }) {
    const { account, inputs } = visited.flow;
    const identifier = inputs.identifier ?? account?.email ?? '';
    // Of the account that was proven, whichever identifier is posted.
    const sought = account ? { userId: account.userId } : { identifier };
    const own = await visitFlow(context.services, context.visit, sought);
    return own ? comparePassword(context, own, { step: 'password', identifier, password }) : 'over';
  },
  async code(context, _visited, { code = '' }) {
    // Of the account with the address to which the code was sent, whichever identifier is posted.
    const own = await visitFlow(context.services, context.visit);
    return own ? answerCode(context, own, code) : 'over';
  },
  passkey: answerPasskey,
  totp: answerTotp,
  'backup-code': answerBackupCode,
  fields: answerFields,
  'enrol-passkey': answerNewPasskey,
  'enrol-totp': answerNewApp,
  'backup-codes': answerBackupCodes,
  'new-password': (context, visited, { password = '' }) => answerNewPassword(context, visited, password),
};

function comparePassword(
  { slot, ...context }: AnswerContext,
  visited: VisitedFlow,
  answer: Parameters<typeof answerPassword>[2],
): AnswerResult | Promise<AnswerResult> {
  // The form of another step.
  if (!slot) return { page: pageOf(visited, context.visit, { problem: { name: 'page-outdated' } }) };
  return answerPassword({ ...context, slot }, visited, answer);
}

/** Begins again, with another purpose. */
async function begin(context: AnswerContext, visited: VisitedFlow, purpose: FlowPurpose): Promise<AnswerResult> {
  const { services, visit } = context;
  const { flow } = visited;
  const { step } = pageOf(visited, visit);
  const input = { ...versionOf(flow, visit), flow: flowOf(flow), step, purpose };
  await services.execute(changePurpose, personOnPages(flow.id, null), input, originOf(visit));
  return showPresent(context);
}

/** Another account has taken the username that was entered before. */
async function askUsername(context: AnswerContext, { flow }: VisitedFlow): Promise<AnswerResult> {
  const { services, visit } = context;
  const input = { ...versionOf(flow, visit), step: 'fields' as const, inputs: { username: null }, limited: null };
  await services.execute(recordInputs, personOnPages(flow.id, null), input, originOf(visit));
  return showPresent(context, { problem: { name: 'username-taken' } });
}

/** The invitation was revoked meanwhile. */
async function withoutInvitation(context: AnswerContext, { flow }: VisitedFlow): Promise<AnswerResult> {
  const { services, visit } = context;
  const inputs = { link: { tokenId: flow.inputs.link?.tokenId ?? '' } };
  const input = { ...versionOf(flow, visit), step: 'fields' as const, inputs, limited: null };
  await services.execute(recordInputs, personOnPages(flow.id, null), input, originOf(visit));
  return showPresent(context);
}
