import type { ApplicationKind } from '../../vocabulary/resources.ts';
import { maxHops } from '../../vocabulary/token-exchange.ts';

/** The `sub_profile` of an AI agent (draft-mora-oauth-entity-profiles). */
const agentProfile = 'ai_agent';

/** The "act" claim (RFC 8693 §4.1): who acts now, and inside it who acted before. */
export interface ActClaim {
  sub: string;
  /** Of an AI agent; another version may have written another text, which is passed on. */
  sub_profile?: string;
  act?: ActClaim;
}

/** Number of actors in the chain. */
export function hops(actor: ActClaim | undefined): number {
  return actor ? 1 + hops(actor.act) : 0;
}

/** All actors in the chain, the current one first. */
export function actorsOf(actor: ActClaim | undefined): string[] {
  return actor ? [actor.sub, ...actorsOf(actor.act)] : [];
}

/** The chain with one more actor, the current one outermost; undefined if it would be longer than `maxHops`. */
export function extendChain(earlier: ActClaim | undefined, { id, kind }: Actor): ActClaim | undefined {
  if (hops(earlier) >= maxHops) return undefined;
  return { sub: id, ...(kind === 'AGENT' && { sub_profile: agentProfile }), ...(earlier && { act: earlier }) };
}

/** An application. */
interface Actor {
  id: string;
  kind: ApplicationKind;
}
