import type { FlowPurpose } from '../../vocabulary/flows.ts';
import type { AttemptSlot } from '../../platform/passwords/passwords.ts';
import { type Shown, type Page, pageOf } from './page.ts';
import { type FlowServices, type Visit, visitFlow } from './visit.ts';

/** What a form or JSON contains. */
export type Fields = Readonly<Record<string, string>>;

export interface AnswerContext {
  services: FlowServices;
  visit: Visit;
  /** A slot in the hashing queue: undefined for answers without a password. */
  slot: AttemptSlot | undefined;
}

/** The result of an answer. */
export type AnswerResult =
  /** The person is signed in. With the hash of the secret by which the device was known to the user before. */
  | { userId: string; replacedDevice: Uint8Array | null }
  /** The next step, or the same one with a problem. */
  | { page: Page }
  /** The flow has ended without a sign-in, because no application waits for one. */
  | { done: FlowPurpose }
  /** The flow has ended or expired. */
  | 'over';

/** The present step, after a change. */
export async function showPresent(
  { services, visit }: Pick<AnswerContext, 'services' | 'visit'>,
  shown: Shown = {},
): Promise<AnswerResult> {
  const current = await visitFlow(services, visit);
  return current ? { page: pageOf(current, visit, shown) } : 'over';
}
