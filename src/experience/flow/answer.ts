import { Failure } from '../../domain/failure.ts';
import { never } from '../../domain/attempt-limits.ts';
import { typedIdentifier } from '../../domain/identifiers.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { changePurpose } from '../../operations/flows/change-purpose.ts';
import { type FlowPurpose, flowPurposes } from '../../vocabulary/flows.ts';
import { answerCode, requestCode } from './code.ts';
import type { AnswerContext, Answered, Fields } from './context.ts';
import { finish } from './finish.ts';
import { answerFields, answerNewPassword } from './fields.ts';
import { answerPassword } from './password.ts';
import { type Problem, type View, viewOf } from './view.ts';
import { type FlowServices, flowOf, originOf, type Visit, type VisitedFlow, visitFlow } from './visit.ts';

/** Whether an answer needs a slot in the hashing queue. */
export const needsHash = ({ way = 'answer', code }: Fields): boolean => way === 'answer' && code === undefined;

/** The present step. */
export async function present(services: FlowServices, visit: Visit, problem?: Problem): Promise<View | undefined> {
  const visited = await visitFlow(services, visit);
  return visited && viewOf(visited, visit, { problem });
}

/**
 * Answers the present step, or chooses another way (`way`). A form of another step or version changes nothing, and
 * shows the present step.
 */
export async function answerStep(context: AnswerContext, fields: Fields): Promise<Answered> {
  const { services, visit } = context;
  const identifier = fields['identifier'] === undefined ? undefined : typedIdentifier(fields['identifier']);
  const visited = await visitFlow(services, visit, identifier);
  if (!visited) return 'over';
  const { step } = viewOf(visited, visit);
  if (isOutdated(visited, step, fields))
    return { view: viewOf(visited, visit, { problem: { name: 'page-outdated' } }) };
  try {
    return await dispatch(context, visited, { ...fields, ...(identifier !== undefined && { identifier }) });
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'CONFLICT')) throw error;
    // Another answer was faster.
    const view = await present(services, visit, { name: 'page-outdated' });
    return view ? { view } : 'over';
  }
}

const isOutdated = ({ flow }: VisitedFlow, step: string, fields: Fields): boolean =>
  (fields['step'] !== undefined && fields['step'] !== step) ||
  (fields['version'] !== undefined && fields['version'] !== String(flow.version));

const isPurpose = (way: string): way is FlowPurpose => flowPurposes.some((purpose) => purpose === way);

async function dispatch(context: AnswerContext, visited: VisitedFlow, fields: Fields): Promise<Answered> {
  const { visit } = context;
  const { way = 'answer', identifier = '' } = fields;
  if (isPurpose(way)) return begin(context, visited, way);
  if (way === 'email-code') return requestCode(context, visited, identifier || (visited.flow.inputs.identifier ?? ''));
  const { decision, flow } = visited;
  if ('ready' in decision && decision.ready !== 'completeReset') {
    // Another flow, or an administrator, has changed the account since the last answer.
    const answered = { flowId: flow.id, version: flow.version, step: 'identify' as const, verification: null };
    const userId = flow.account?.userId ?? null;
    return finish(context, { effect: decision.ready, answered, userId, amr: ['otp'] });
  }
  if (!('step' in decision)) return { view: viewOf(visited, visit) };
  switch (decision.step) {
    case 'identify':
      return flow.purpose === 'sign-in' && visited.policy.first.includes('password')
        ? password(context, visited, { step: 'identify', identifier, password: fields['password'] ?? '' })
        : requestCode(context, visited, identifier);
    case 'password': {
      const known = flow.inputs.identifier ?? '';
      // Of the account with the verified address.
      const own = (await visitFlow(context.services, visit, known)) ?? visited;
      return password(context, own, { step: 'password', identifier: known, password: fields['password'] ?? '' });
    }
    case 'fields':
      return answerFields(context, visited, fields);
    case 'new-password':
      return answerNewPassword(context, visited, fields['password'] ?? '');
    default: {
      // Of the account with the address to which the code was sent, whichever identifier is posted.
      const own = await visitFlow(context.services, visit);
      return own ? answerCode(context, own, fields['code'] ?? '') : 'over';
    }
  }
}

/** Begins again, with another purpose. */
async function begin(
  { services, visit }: AnswerContext,
  visited: VisitedFlow,
  purpose: FlowPurpose,
): Promise<Answered> {
  const { step } = viewOf(visited, visit);
  const input = { flowId: visited.flow.id, version: visited.flow.version, flow: flowOf(visited.flow), step, purpose };
  await services.execute(changePurpose, personOnPages(visited.flow.id, null), input, originOf(visit));
  const view = await present(services, visit);
  return view ? { view } : 'over';
}

async function password(
  { services, visit, slot }: AnswerContext,
  visited: VisitedFlow,
  answer: Parameters<typeof answerPassword>[2],
): Promise<Answered> {
  // The form of another step.
  if (!slot) return { view: viewOf(visited, visit, { problem: { name: 'page-outdated' } }) };
  const result = await answerPassword({ services, visit, slot }, visited, answer);
  if (result === 'over' || 'signedIn' in result) return result;
  const { identifier } = answer;
  const problem: Problem =
    result.problem === 'wrong-password'
      ? { name: 'wrong-password' }
      : result.until >= never
        ? { name: 'locked-for-good' }
        : { name: 'locked', until: result.until };
  // The version has changed.
  const current = await visitFlow(services, visit, identifier);
  return current ? { view: viewOf(current, visit, { identifier, problem }) } : 'over';
}
