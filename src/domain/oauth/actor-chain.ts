import { kinds } from '../../vocabulary/kinds.ts';
import type { ApplicationKind } from '../../vocabulary/resources.ts';
import { maxHops } from '../../vocabulary/token-exchange.ts';

/** The `sub_profile` of an AI agent (draft-mora-oauth-entity-profiles). */
const agentProfile = 'ai_agent';

/**
 * The "act" claim (RFC 8693 §4.1): who acts now, and inside it who acted before. These are applications, but for the
 * innermost one of an impersonation: the administrator who acts as the user.
 */
export interface ActClaim {
  sub: string;
  /** Of an AI agent; another version may have written another text, which is passed on. */
  sub_profile?: string;
  act?: ActClaim;
}

/** All actors in the chain, the current one first. */
export function actorsOf(actor: ActClaim | undefined): string[] {
  return actor ? [actor.sub, ...actorsOf(actor.act)] : [];
}

/** The applications in the chain, the current one first. */
export function applicationsIn(actor: ActClaim | undefined): string[] {
  const actors = actorsOf(actor);
  return impersonatorIn(actor) === undefined ? actors : actors.slice(0, -1);
}

/** The administrator who acts as the user; undefined unless the chain began with an impersonation. */
export function impersonatorIn(actor: ActClaim | undefined): string | undefined {
  const first = actorsOf(actor).at(-1);
  return first?.startsWith(`${kinds.user.idPrefix}_`) ? first : undefined;
}

/** The chain with one more application, the current one outermost; undefined if `maxHops` are in it already. */
export function extendChain(earlier: ActClaim | undefined, { id, kind }: Actor): ActClaim | undefined {
  if (applicationsIn(earlier).length >= maxHops) return undefined;
  return { sub: id, ...(kind === 'AGENT' && { sub_profile: agentProfile }), ...(earlier && { act: earlier }) };
}

/** An application. */
interface Actor {
  id: string;
  kind: ApplicationKind;
}
