import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { createRequests, type Requests } from './requests.ts';

/** A mutation of a client, and its outcome. */
export interface MutationRecord {
  operation: string;
  /** Number of requests; 1 if the first one succeeded. */
  tries: number;
  /** Milliseconds from the first request to the response. */
  took: number;
  /** The ids of the events in the response. */
  eventIds: readonly string[];
  /** The problem of the response: a refusal, or none came. */
  trouble?: string;
}

export interface Client {
  /**
   * Runs a mutation, and repeats it until it gets a response. A creation has an idempotency key; other mutations set a
   * state and can be repeated. `selection` is of the payload. Undefined if it was refused, or had been applied by an
   * earlier request.
   */
  change(operation: string, input: object, selection?: string): Promise<Payload | undefined>;
  mutations: MutationRecord[];
  requests: Requests;
  /** Requests without a response, refusal or lost connection until the timeout. */
  hung: string[];
  /** Creations that were repeated after their response, with both responses if they differ. */
  inconsistent: string[];
}

export interface Payload {
  events: { id: string }[];
  [field: string]: unknown;
}

/** The id of a record in a payload. Throws without one, because the caller needs it. */
export function idIn(payload: Payload | undefined, field: string): string {
  const record = payload?.[field] as { id: string } | null | undefined;
  if (!record) throw new Error(`a mutation returned no ${field}`);
  return record.id;
}

interface Answer {
  data?: Record<string, Payload | null> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Milliseconds: longer than the time limit of the platform, so that an aborted request does nothing later. */
const timeout = 40_000;
const pause = 100;
/** Milliseconds until a mutation must have a response. */
const mutationTimeout = 90_000;
/** The share of creations that are repeated after their response. */
const repeated = 0.05;

/** A client of both processes. */
export function createClient(urls: readonly string[], token: string, chance: Chance): Client {
  const mutations: MutationRecord[] = [];
  const requests = createRequests();
  const hung: string[] = [];
  const inconsistent: string[] = [];
  let turn = 0;
  const next = (): string => urls[turn++ % urls.length] ?? '';
  /** The process with fewer requests, as a load balancer chooses, so that a frozen one does not block all clients. */
  const leastBusy = (): string => {
    const [one, other] = [next(), next()];
    turn++;
    return requests.unanswered(one) > requests.unanswered(other) ? other : one;
  };
  const post = async (body: string, url = leastBusy()): Promise<Answer | undefined> => {
    const end = requests.begin(url);
    let answer: Answer | undefined;
    try {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
        signal: AbortSignal.timeout(timeout),
      });
      if (response.status < 500) answer = (await response.json()) as Answer;
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') hung.push(body.slice(0, 60));
    } finally {
      end(answer?.data !== undefined);
    }
    return answer;
  };
  const change: Client['change'] = async (operation, input, selection = '') => {
    const isCreation = operation.startsWith('create');
    const body = JSON.stringify({
      query: documentOf(operation, isCreation, selection),
      variables: { input, ...(isCreation && { key: randomUUID() }) },
    });
    const started = performance.now();
    for (let tries = 1; ; tries++) {
      const answer = await post(body, tries > 1 ? next() : undefined);
      const took = performance.now() - started;
      const outcome = answer && outcomeOf(operation, answer, tries);
      if (outcome) {
        const { payload, trouble } = outcome;
        mutations.push({ operation, tries, took, eventIds: payload?.events.map(({ id }) => id) ?? [], ...trouble });
        if (payload && isCreation && chance.number() < repeated) {
          const again = await post(body);
          // With an error, fields of the response that could not be read are null.
          const replay = again?.errors ? undefined : again?.data?.[operation];
          if (replay && JSON.stringify(replay) !== JSON.stringify(payload)) {
            inconsistent.push(`${operation}: ${JSON.stringify(payload)}, then ${JSON.stringify(replay)}`);
          }
        }
        return payload;
      }
      if (took > mutationTimeout) {
        mutations.push({ operation, tries, took, eventIds: [], trouble: 'got no response' });
        throw new Error(`${operation} got no response`);
      }
      await sleep(pause);
    }
  };
  return { change, mutations, requests, hung, inconsistent };
}

function documentOf(operation: string, isCreation: boolean, selection: string): string {
  const inputType = `${operation[0]?.toUpperCase()}${operation.slice(1)}Input!`;
  const [variable, argument] = isCreation ? [', $key: String!', ', idempotencyKey: $key'] : ['', ''];
  return `mutation ($input: ${inputType}${variable}) { ${operation}(input: $input${argument}) { events { id } ${selection} } }`;
}

interface Outcome {
  payload?: Payload;
  trouble?: { trouble: string };
}

/**
 * The outcome of a response; undefined after an error of the platform: it is unknown whether the mutation was applied.
 */
function outcomeOf(operation: string, { data, errors }: Answer, tries: number): Outcome | undefined {
  const [error] = errors ?? [];
  if (!error) {
    const payload = data?.[operation];
    return payload ? { payload } : { trouble: { trouble: 'returned no payload' } };
  }
  const code = error.extensions?.code ?? '';
  if (code === 'INTERNAL_SERVER_ERROR' || code === 'SERVICE_UNAVAILABLE') return undefined;
  // An earlier request has deleted it.
  if (code === 'NOT_FOUND' && tries > 1 && /^(delete|remove)/.test(operation)) return {};
  return { trouble: { trouble: `was refused: ${code} ${error.message}` } };
}
