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
import type { Take, Told } from '../delivery/told.ts';

/** Takes an answer as text. A promise when the next one has to wait until that is settled. */
export type TakeAnswer = (text: string) => Promise<void> | undefined;

/**
 * Starts a subscription: a stream of answers, or its refusal. Of the feed's messages, answers are given to `take` while the stream is waited for,
 * which then has nothing but its end: a thousand times the same is told faster than asked for.
 */
export type Subscribe = (
  args: ExecutionArgs,
  take: TakeAnswer,
) => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;

/** An answer as text, or the promise of it. */
type Answer = Promise<string> | string;

/**
 * Subscriptions that select the same of the same event get the same answer, so it is made and written once for all of them: what a thousand
 * consoles of one kind cost is sending it. Right because nothing below the root fields depends on who asks: an event is seen whole or not at all.
 * `published` makes what callers may see of an answer.
 */
export function createSharedSubscribe(published: (result: ExecutionResult) => ExecutionResult): Subscribe {
  /** Answers by the event they are about, which memory drops together with it. */
  const answers = new WeakMap<object, Map<string, Answer>>();
  const execute = async (perEvent: ValidatedSubscriptionArgs) => published(await executeSubscriptionEvent(perEvent));
  const answerTo = (message: object, validated: ValidatedSubscriptionArgs): Answer => {
    const result = executeSubscriptionEvent({ ...validated, rootValue: message });
    return result instanceof Promise ? result.then((one) => textOf(published(one))) : textOf(published(result));
  };
  return async (args, take) => {
    const validated = validateSubscriptionArgs(args);
    if (!('schema' in validated)) return { errors: validated };
    const source = await createSourceEventStream(validated);
    if (!(Symbol.asyncIterator in source)) return source;
    if (!isTold(source)) return mapSourceToResponseEvent(validated, source, execute);
    const key = selectionKey(args);
    return telling(source, (message) => {
      const answer = once(answers, message, key, () => answerTo(message, validated));
      return typeof answer === 'string' ? take(answer) : answer.then(take);
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

function once(answers: WeakMap<object, Map<string, Answer>>, message: object, key: string, make: () => Answer): Answer {
  const { event } = message as { event?: object };
  if (!event) return make();
  let ofEvent = answers.get(event);
  if (!ofEvent) answers.set(event, (ofEvent = new Map()));
  const known = ofEvent.get(key);
  if (known !== undefined) return known;
  const answer = make();
  ofEvent.set(key, answer);
  if (typeof answer !== 'string') void answer.then((text) => ofEvent.set(key, text)).catch(() => undefined);
  return answer;
}

/** What a subscription selects: its document, and the variables on which the selection depends. Those of the root field's arguments do not count. */
function selectionKey({ document, operationName, variableValues }: ExecutionArgs): string {
  const values = variablesWithin(document, operationName).map((name) => [name, variableValues?.[name]]);
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
