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

/** How a subscription starts: a stream of answers, or its refusal. */
export type Subscribe = (args: ExecutionArgs) => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;

type Answer = Promise<ExecutionResult> | ExecutionResult;

/**
 * Subscriptions that select the same of the same event get the same answer, so it is made once for all of them: what a thousand consoles
 * of one kind cost is telling them. Right because nothing below the root fields depends on who asks: an event is seen whole or not at all.
 */
export function createSharedSubscribe(): Subscribe {
  /** Answers by the event they are about, which memory drops together with it. */
  const answers = new WeakMap<object, Map<string, Answer>>();
  return async (args) => {
    const validated = validateSubscriptionArgs(args);
    if (!('schema' in validated)) return { errors: validated };
    const source = await createSourceEventStream(validated);
    if (!(Symbol.asyncIterator in source)) return source;
    const selection = selectionKey(args);
    return mapSourceToResponseEvent(validated, source, (perEvent) => once(answers, perEvent, selection));
  };
}

function once(answers: WeakMap<object, Map<string, Answer>>, perEvent: ValidatedSubscriptionArgs, key: string): Answer {
  const { event } = perEvent.rootValue as { event?: object };
  if (!event) return executeSubscriptionEvent(perEvent);
  const ofEvent = answers.get(event) ?? new Map<string, Answer>();
  answers.set(event, ofEvent);
  const answer = ofEvent.get(key) ?? executeSubscriptionEvent(perEvent);
  ofEvent.set(key, answer);
  return answer;
}

/** What a subscription selects: its document, and the variables on which the selection depends. Those of the root field's arguments do not count. */
function selectionKey({ document, operationName, variableValues }: ExecutionArgs): string {
  const values = variablesWithin(document, operationName).map((name) => [name, variableValues?.[name]]);
  return JSON.stringify([textOf(document), operationName ?? null, values]);
}

const textOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

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
