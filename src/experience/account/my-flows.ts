import { answerMyFlowInput, checkedStartInput } from '../../domain/account/my-flow-inputs.ts';
import { notFound } from '../../domain/failure.ts';
import { flowStateAt } from '../../domain/flow/lifetimes.ts';
import { validOrRefused } from '../../domain/problems.ts';
import type { Actor, CurrentActor } from '../../kernel/actor.ts';
import { authorize } from '../../kernel/authorization.ts';
import type { MyFlows } from '../../kernel/my-flows.ts';
import { startMyFlow } from '../../operations/account/start-my-flow.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { findAccountFlow } from '../../store/flows/account-flows.ts';
import type { LinkPurpose } from '../../vocabulary/flows.ts';
import type { Fields } from '../flow/answer.ts';
import type { InTurn } from '../flow/in-turn.ts';
import { pageOf } from '../flow/page.ts';
import { readStep } from '../flow/step.ts';
import { flowOf, newFlowOf, type Visit } from '../flow/visit.ts';
import { answerStep } from '../flow/ways.ts';
import { createMemberVisits, type MemberVisitServices } from './member-visit.ts';
import { endedFlow, shownFlow } from './my-flow-view.ts';

interface Services extends MemberVisitServices {
  /** The answers to one flow, one after another. */
  inTurn: InTurn;
}

/** The flows in which people change their own accounts, answered as those of the pages. */
export function createMyFlows(services: Services): MyFlows {
  const visitOf = createMemberVisits(services);
  const { clock, ids } = services;

  const find = async (prisma: Prisma, actor: Actor, flowId: string) => {
    const { id: userId, sessionId } = actor;
    if (userId === null || !sessionId) return undefined;
    const flow = await findAccountFlow(prisma, { flowId, userId, sessionId });
    return flow && { ...flow, purpose: flow.purpose as LinkPurpose };
  };

  const answer = async (visit: Visit, flow: Parameters<typeof endedFlow>[0], form: Fields) => {
    const { prisma } = services.database;
    const answered = await services.inTurn(flow.id, () => answerStep({ services, visit, slot: undefined }, form));
    if (answered !== 'over' && 'page' in answered) return shownFlow(services, answered.page, visit);
    const stored = await prisma.signInAttempt.findUniqueOrThrow({ where: { id: flow.id } });
    return endedFlow({ ...stored, purpose: flow.purpose }, flowStateAt(stored, clock.now()));
  };

  return {
    async start(caller, input, origin) {
      const actor = await allowed(caller);
      const { email, phone, ...begins } = validOrRefused(checkedStartInput, input);
      const { purpose } = begins;
      const binding = ids.secret();
      const application = { id: null, name: '' };
      const [applicationId = null] = actor.applicationIds;
      const flow = { ...newFlowOf(ids, { binding, application, purpose }), purpose, applicationId };
      const visit = await visitOf(services.database.prisma, flow, { actor, caller, origin });
      const begun = await flowOf(services, flow, visit);
      await services.execute(startMyFlow, caller, { ...begins, flow: begun }, origin);
      const identifier = email ?? phone;
      if (identifier !== undefined) return answer(visit, { ...flow, version: 0 }, { step: 'identify', identifier });
      const step = await readStep(services, visit);
      if (!step) throw new Error('a flow that has just begun is over');
      return shownFlow(services, pageOf(step, visit), visit);
    },
    async answer(caller, input, origin) {
      const actor = await allowed(caller);
      const { flowId, version, step, way = 'answer', fields } = validOrRefused(answerMyFlowInput, input);
      const flow = await find(services.database.prisma, actor, flowId);
      if (!flow) throw notFound('flow', 'flowId');
      const visit = await visitOf(services.database.prisma, flow, { actor, caller, origin });
      return answer(visit, flow, { ...fields, step, way, version: String(version) });
    },
    async read(prisma, actor, flowId) {
      const flow = await find(prisma, actor, flowId);
      if (!flow) return undefined;
      const visit = await visitOf(prisma, flow, { actor });
      const reading = { ...services, database: { prisma } };
      const step = await readStep(reading, visit);
      const read = step
        ? await shownFlow(reading, pageOf(step, visit), visit)
        : endedFlow(flow, flowStateAt(flow, clock.now()));
      return read.flow;
    },
  };
}

async function allowed(caller: CurrentActor): Promise<Actor> {
  const actor = await caller();
  authorize({ permission: { account: 'account:write' }, organization: undefined }, actor);
  return actor;
}
