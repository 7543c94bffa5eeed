import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFailure } from '../domain/failure.ts';
import type { Admission } from '../platform/admission/admission.ts';
import { outageHeaders, problem, sendProblem } from './problem.ts';

/** The services by which a page has its turn. */
export interface Turns {
  admission: Admission;
  /** The network of a client, whose pages have their turns together. */
  networkOf(request: IncomingMessage): string;
}

/**
 * Makes a page in its turn, after token requests: each takes some statements, which would delay those of token
 * requests. A form, or what `waits` for others, runs at once: it would keep its turn from the pages of all people. A
 * form waits when it is read, and its password waits for its turn (platform/passwords/hash-queue.ts). False: there are
 * too many, and the refusal was sent.
 */
export async function runInTurn(
  { admission, networkOf }: Turns,
  { request, response, waits = false }: { request: IncomingMessage; response: ServerResponse; waits?: boolean },
  work: () => Promise<void>,
): Promise<boolean> {
  const kind = waits || request.method === 'POST' ? 'request' : 'page';
  try {
    await admission.run(kind, networkOf(request), work);
    return true;
  } catch (error) {
    if (!isFailure(error, 'SERVICE_UNAVAILABLE')) throw error;
    sendProblem(response, problem(503, { detail: error.message }), outageHeaders);
    return false;
  }
}
