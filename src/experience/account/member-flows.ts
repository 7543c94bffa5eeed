import type { startMyFlowInput } from '../../domain/account/my-flow-inputs.ts';
import { flowStateAt } from '../../domain/flow/lifetimes.ts';
import type { Actor, CurrentActor } from '../../kernel/actor.ts';
import { requireAccount } from '../../kernel/authorization.ts';
import type { Origin } from '../../kernel/types.ts';
import { startMyFlow } from '../../operations/account/start-my-flow.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { findAccountFlow } from '../../store/flows/account-flows.ts';
import type { NewFlow } from '../../store/flows/progress.ts';
import type { z } from 'zod';
import type { LinkPurpose } from '../../vocabulary/flows.ts';
import type { MyFlowView } from '../../vocabulary/account/my-flow-shapes.ts';
import type { Fields } from '../flow/answer.ts';
import type { InTurn } from '../flow/in-turn.ts';
import { type Page, pageOf } from '../flow/page.ts';
import { readStep } from '../flow/step.ts';
import { type FlowServices, flowOf, newFlowOf, type Visit } from '../flow/visit.ts';
import { answerStep } from '../flow/ways.ts';

export interface MemberFlowServices extends FlowServices {
  /** The answers to one flow, one after another. */
  inTurn: InTurn;
}

/** A flow in which a person changes their account. */
interface MemberFlow extends NewFlow {
  purpose: LinkPurpose;
  version: number;
}

/** The present step, or how the flow has ended. */
export type FlowProgress = { page: Page } | { flow: MemberFlow; state: MyFlowView['state'] };

/** The input with which a person begins to add something. */
type Begins = Pick<z.output<typeof startMyFlowInput>, 'purpose' | 'factor' | 'name' | 'identityProviderId'>;

/** Begins a flow. `visitOf` describes the request in which it begins. */
export async function beginMemberFlow(
  services: FlowServices,
  { caller, input, origin }: { caller: CurrentActor; input: Begins; origin: Origin },
  visitOf: (flow: NewFlow, actor: Actor) => Visit | Promise<Visit>,
): Promise<{ flow: MemberFlow; visit: Visit }> {
  const actor = await caller();
  requireAccount('account:write', actor);
  const { purpose } = input;
  const [applicationId = null] = actor.applicationIds;
  const application = { id: null, name: '' };
  const begun = newFlowOf(services.ids, { binding: services.ids.secret(), application, purpose });
  const flow = { ...begun, purpose, applicationId, version: 0 };
  const visit = await visitOf(flow, actor);
  await services.execute(startMyFlow, caller, { ...input, flow: await flowOf(services, flow, visit) }, origin);
  return { flow, visit };
}

/** The flow with this id that the person began in the present session; undefined if there is none. */
export async function findMemberFlow(
  prisma: Prisma,
  { id: userId, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  flowId: string,
) {
  if (userId === null || !sessionId) return undefined;
  const flow = await findAccountFlow(prisma, { flowId, userId, sessionId });
  return flow && { ...flow, purpose: flow.purpose as LinkPurpose };
}

/** Answers the present step. */
export async function answerMemberFlow(
  services: MemberFlowServices,
  visit: Visit,
  flow: MemberFlow,
  form: Fields,
): Promise<FlowProgress> {
  const answered = await services.inTurn(flow.id, () => answerStep({ services, visit, slot: undefined }, form));
  return answered !== 'over' && 'page' in answered ? { page: answered.page } : endOf(services, flow);
}

/** The present step of a flow. */
export async function readMemberFlow(services: FlowServices, visit: Visit, flow: MemberFlow): Promise<FlowProgress> {
  const step = await readStep(services, visit);
  return step ? { page: pageOf(step, visit) } : endOf(services, flow);
}

async function endOf({ database, clock }: FlowServices, flow: MemberFlow): Promise<FlowProgress> {
  const stored = await database.prisma.signInAttempt.findUniqueOrThrow({ where: { id: flow.id } });
  return { flow: { ...stored, purpose: flow.purpose }, state: flowStateAt(stored, clock.now()) };
}
