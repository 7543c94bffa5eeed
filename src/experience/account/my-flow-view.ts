import { readableReference } from '../../domain/flow/reference.ts';
import type { AnsweredFlow } from '../../kernel/my-flows.ts';
import type { LinkPurpose } from '../../vocabulary/flows.ts';
import type { MyFlowView } from '../../vocabulary/account/my-flow-shapes.ts';
import { detailsOf } from '../flow/details.ts';
import { type Page, statusOf } from '../flow/page.ts';
import type { FlowServices, Visit } from '../flow/visit.ts';
import { secondsUntil } from '../flow-response.ts';
import { pageAsJson } from '../pages/page-json.ts';
import { textsIn } from '../texts/index.ts';

/** The present step of a flow, as the JSON of the pages. */
export async function shownFlow(services: FlowServices, page: Page, { language }: Visit): Promise<AnsweredFlow> {
  const now = services.clock.now();
  const details = await detailsOf(services, page);
  const view = pageAsJson(page, details, textsIn(language), now);
  const state = page.refused ? ('refused' as const) : ('open' as const);
  const flow = { id: page.flow.id, state, ...view } as MyFlowView;
  return { flow, status: statusOf(page), retryAfter: secondsUntil(page, now) };
}

interface StoredFlow {
  id: string;
  purpose: LinkPurpose;
  version: number;
  reference: string;
}

/** A flow that is over. */
export function endedFlow({ id, purpose, version, reference }: StoredFlow, state: MyFlowView['state']): AnsweredFlow {
  const common = { id, purpose, version, state, reference: readableReference(reference) };
  return { flow: { ...common, step: null, refused: null, problem: null }, status: 200, retryAfter: undefined };
}
