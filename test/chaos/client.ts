import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { createRequests, type Requests } from './requests.ts';

/** A mutation that a client wanted, and what became of it. */
export interface Asked {
  operation: string;
  /** Requests it took; 1 when the first one was answered. */
  tries: number;
  /** Milliseconds from the first request to the answer. */
  took: number;
  /** The events that the answer names. */
  eventIds: readonly string[];
  /** What was wrong with the answer: it was refused, or there was none. */
  trouble?: string;
}

export interface Client {
  /**
   * Runs a mutation, asking again until it is answered. A creation carries an idempotency key; anything else says what is to be so, and may
   * be said twice. `selection` is of the payload. Undefined when it was refused, or is done already as far as the answer tells.
   */
  change(operation: string, input: object, selection?: string): Promise<Payload | undefined>;
  asked: Asked[];
  requests: Requests;
  /** Requests that were neither answered nor refused nor cut off, until the client lost its patience. */
  hung: string[];
  /** Creations whose repetition, after they had been answered, was answered otherwise. */
  inconsistent: string[];
}

export interface Payload {
  events: { id: string }[];
  [field: string]: unknown;
}

/** The id of a record that a payload holds. Throws when it does not: whoever asks cannot go on without it. */
export function idIn(payload: Payload | undefined, field: string): string {
  const record = payload?.[field] as { id: string } | null | undefined;
  if (!record) throw new Error(`a mutation answered without its ${field}`);
  return record.id;
}

interface Answer {
  data?: Record<string, Payload | null> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Milliseconds: longer than the platform lets a request go on, so that one that is given up does nothing later. */
const timeout = 40_000;
const pause = 100;
/** Milliseconds until a mutation has to be answered. */
const patience = 90_000;
/** Creations that are repeated though they were answered. */
const repeated = 0.05;

/** A client that asks either process, whichever answers. */
export function createClient(urls: readonly string[], token: string, chance: Chance): Client {
  const asked: Asked[] = [];
  const requests = createRequests();
  const hung: string[] = [];
  const inconsistent: string[] = [];
  let turn = 0;
  const next = (): string => urls[turn++ % urls.length] ?? '';
  /** The one that has less to do, as a load balancer chooses: one that stands still does not keep everybody waiting. */
  const idler = (): string => {
    const [one, other] = [next(), next()];
    turn++;
    return requests.unanswered(one) > requests.unanswered(other) ? other : one;
  };
  const post = async (body: string, url = idler()): Promise<Answer | undefined> => {
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
        asked.push({ operation, tries, took, eventIds: payload?.events.map(({ id }) => id) ?? [], ...trouble });
        if (payload && isCreation && chance.number() < repeated) {
          const again = (await post(body))?.data?.[operation];
          if (again && JSON.stringify(again) !== JSON.stringify(payload)) inconsistent.push(operation);
        }
        return payload;
      }
      if (took > patience) {
        asked.push({ operation, tries, took, eventIds: [], trouble: 'was never answered' });
        throw new Error(`${operation} was never answered`);
      }
      await sleep(pause);
    }
  };
  return { change, asked, requests, hung, inconsistent };
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

/** What an answer comes to; undefined when it is none: the platform had a fault, and the mutation may be done or not. */
function outcomeOf(operation: string, { data, errors }: Answer, tries: number): Outcome | undefined {
  const [error] = errors ?? [];
  if (!error) {
    const payload = data?.[operation];
    return payload ? { payload } : { trouble: { trouble: 'was answered without a payload' } };
  }
  const code = error.extensions?.code ?? '';
  if (code === 'INTERNAL_SERVER_ERROR' || code === 'SERVICE_UNAVAILABLE') return undefined;
  // What was asked for before and is done: it is not there any more.
  if (code === 'NOT_FOUND' && tries > 1 && /^(delete|remove)/.test(operation)) return {};
  return { trouble: { trouble: `was refused: ${code} ${error.message}` } };
}
