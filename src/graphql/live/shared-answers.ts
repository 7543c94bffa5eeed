import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  getOperationAST,
  Kind,
  mapSourceToResponseEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Take, Told } from '../../delivery/told.ts';

/** Where answers go. */
export interface Outlet {
  /** Undefined when there is room for an answer; otherwise the promise that there is: it is not made before. */
  room(): Promise<void> | undefined;
  /** Takes an answer as text. A promise when the next one has to wait until that is settled. */
  take(text: string): Promise<void> | undefined;
}

/**
 * Starts a subscription: a stream of answers, or its refusal. Of the feed's messages, answers are given to `outlet` while the stream is waited for,
 * which then has nothing but its end: a thousand times the same is told faster than asked for.
 */
export type Subscribe = (
  args: ExecutionArgs,
  outlet: Outlet,
) => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;

/** An answer as text, or the promise of it. */
type Answer = Promise<string> | string;

/**
 * Subscriptions that select the same of the same event get the same answer, so it is made and written once for all of them: what a thousand
 * consoles of one kind cost is sending it. Right because nothing below the root fields depends on who asks: an event is seen whole or not at all.
 * `published` makes what callers may see of an answer.
 */
export function createSharedSubscribe(published: (result: ExecutionResult) => ExecutionResult): Subscribe {
  const shared = createAnswers();
  const execute = async (perEvent: ValidatedSubscriptionArgs) => published(await executeSubscriptionEvent(perEvent));
  const answerTo = (message: object, validated: ValidatedSubscriptionArgs): Answer => {
    const result = executeSubscriptionEvent({ ...validated, rootValue: message });
    return result instanceof Promise ? result.then((one) => textOf(published(one))) : textOf(published(result));
  };
  return async (args, outlet) => {
    const validated = validateSubscriptionArgs(args);
    if (!('schema' in validated)) return { errors: validated };
    const source = await createSourceEventStream(validated);
    if (!(Symbol.asyncIterator in source)) return source;
    if (!isTold(source)) return mapSourceToResponseEvent(validated, source, execute);
    const key = selectionKey(validated, args);
    const give = (message: object): Promise<void> | undefined => {
      const answer = shared(message, key, () => answerTo(message, validated));
      return typeof answer === 'string' ? outlet.take(answer) : answer.then((text) => outlet.take(text));
    };
    return telling(source, (message) => {
      const room = outlet.room();
      return room ? room.then(() => give(message)) : give(message);
    });
  };
}

const textOf = (result: ExecutionResult): string => JSON.stringify(result);

const isTold = (source: object): source is Told<object> => 'tellAll' in source;

/** A stream without answers, for as long as `source` is told. */
function telling(source: Told<object>, take: Take<object>): AsyncIterableIterator<never, void> {
  let running: Promise<IteratorReturnResult<void>> | undefined;
  return {
    next: () => (running ??= source.tellAll(take).then(() => ({ done: true, value: undefined }))),
    return: () => source.return(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Characters of answers that are kept: what goes on to be told now, whatever is asked of it. */
const kept = 8_388_608;

interface OfEvent {
  answers: Map<string, Answer>;
  characters: number;
}

/** Remembers answers by the event they are about and by what was selected of it. */
function createAnswers(): (message: object, key: string, make: () => Answer) => Answer {
  const events = new LRUCache<object, OfEvent>({ maxSize: kept, sizeCalculation: ({ characters }) => characters });
  const keep = (event: object, ofEvent: OfEvent, key: string, text: string): void => {
    ofEvent.answers.set(key, text);
    ofEvent.characters += key.length + text.length;
    // The same value set again would keep the size it had.
    events.delete(event);
    events.set(event, ofEvent);
  };
  return (message, key, make) => {
    const { event } = message as { event?: object };
    if (!event) return make();
    const ofEvent = events.get(event) ?? { answers: new Map<string, Answer>(), characters: 1 };
    const known = ofEvent.answers.get(key);
    if (known !== undefined) return known;
    const answer = make();
    if (typeof answer === 'string') keep(event, ofEvent, key, answer);
    else {
      events.set(event, ofEvent);
      ofEvent.answers.set(key, answer);
      void answer.then((text) => keep(event, ofEvent, key, text)).catch(() => undefined);
    }
    return answer;
  };
}

/** What a subscription selects: its document, and the variables on which the selection depends. Those of the root field's arguments do not count. */
function selectionKey(
  { variableValues }: ValidatedSubscriptionArgs,
  { document, operationName }: ExecutionArgs,
): string {
  // A variable that is not given is not null: an argument's own default is for the first one only.
  const values = variablesWithin(document, operationName).map((name) =>
    name in variableValues.coerced ? [name, variableValues.coerced[name]] : [name],
  );
  return JSON.stringify([sourceOf(document), operationName ?? null, values]);
}

const sourceOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

function variablesWithin(document: DocumentNode, operationName: string | null | undefined): string[] {
  const roots = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const names = new Set<string>();
  const note = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  for (const part of [...roots, ...fragments]) {
    if (part.kind !== Kind.FIELD) visit(part, note);
    else {
      if (part.selectionSet) visit(part.selectionSet, note);
      for (const directive of part.directives ?? []) visit(directive, note);
    }
  }
  return [...names].sort();
}
