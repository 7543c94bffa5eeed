import { answerMyFlowInput, startMyFlowInput } from '../domain/account/my-flow-inputs.ts';
import type { Prisma } from '../platform/database/database.ts';
import type { MyFlowView } from '../vocabulary/account/my-flow-shapes.ts';
import type { Actor, CurrentActor } from './actor.ts';
import type { Origin } from './types.ts';

/** A flow, and the HTTP status of the answer that led to it. */
export interface AnsweredFlow {
  flow: MyFlowView;
  status: number;
  /** Seconds after which an answer that was refused can be repeated. */
  retryAfter: number | undefined;
}

/**
 * The flows in which people add something to their accounts. Those of the pages answer them too, so an answer is
 * charged, compared, settled and logged there in the same way.
 */
export interface MyFlows {
  /** Begins a flow and answers its first step with what was given. */
  start(caller: CurrentActor, input: unknown, origin: Origin): Promise<AnsweredFlow>;
  /** Answers the present step. NOT_FOUND for the flow of another account or session. */
  answer(caller: CurrentActor, input: unknown, origin: Origin): Promise<AnsweredFlow>;
  /** The present step. Undefined for the flow of another account or session. */
  read(prisma: Prisma, actor: Actor, flowId: string): Promise<AnsweredFlow['flow'] | undefined>;
}

/**
 * The calls that answer a flow, in both APIs. They are no operations: an answer commits that it was counted before it
 * is compared, so it has no dry run, and is part of no transaction.
 */
export const flowCalls = {
  start: {
    name: 'startMyFlow',
    summary: 'Begin to add an address or a factor to your account, and answer the first step with what is given.',
    input: startMyFlowInput,
    route: { method: 'POST', path: '/flows' },
    events: ['Message.RateLimited'],
    requiresRecentSignIn: true,
  },
  answer: {
    name: 'answerMyFlow',
    summary: 'Answer the present step of a flow. The last answer adds what was proven to your account.',
    input: answerMyFlowInput,
    route: { method: 'POST', path: '/flows/:flowId' },
    events: [
      'User.Data.Updated',
      'Organization.Membership.Updated',
      'Organization.MemberRoles.Updated',
      'Identifier.Lockout',
      'Message.RateLimited',
    ],
    requiresRecentSignIn: false,
  },
} as const;
export type FlowCall = keyof typeof flowCalls;
export const flowCallNames = Object.keys(flowCalls) as FlowCall[];
