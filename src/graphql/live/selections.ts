import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  Kind,
  type ValidatedSubscriptionArgs,
  visit,
} from 'graphql';
import { Failure } from '../../domain/failure.ts';
import { socketLimits } from '../context/limits.ts';

export type Selections = ReturnType<typeof createSelections>;

/** Counts the different selections that the subscriptions of a caller have: each is executed for each event. */
export function createSelections() {
  const byCaller = new Map<string, Map<string, number>>();
  return {
    /** Adds a subscription, and returns a function that removes it. Throws RATE_LIMITED if there are too many. */
    add(caller: string, selection: string): () => void {
      const counts = byCaller.get(caller) ?? new Map<string, number>();
      if (!counts.has(selection) && counts.size >= socketLimits.selections) throw tooMany();
      byCaller.set(caller, counts);
      const change = (by: 1 | -1): void => {
        const count = (counts.get(selection) ?? 0) + by;
        if (count) counts.set(selection, count);
        else counts.delete(selection);
        if (!counts.size) byCaller.delete(caller);
      };
      change(1);
      let isCounted = true;
      return () => {
        if (isCounted) change(-1);
        isCounted = false;
      };
    },
  };
}

const tooMany = (): Failure =>
  new Failure(
    'RATE_LIMITED',
    `Too many different selections of this caller in subscriptions; at most ${socketLimits.selections}.`,
  );

/**
 * The key of what an event is executed for: the document, and the variables in its selection. Those in arguments of the
 * root field, such as cursors, do not count.
 */
export function selectionKey(
  { variableValues }: Pick<ValidatedSubscriptionArgs, 'variableValues'>,
  { document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>,
): string {
  // An absent variable is not null: the argument's default only applies to an absent one.
  const values = selectionVariables(document, operationName).map((name) =>
    name in variableValues.coerced ? [name, variableValues.coerced[name]] : [name],
  );
  return JSON.stringify([sourceOf(document), operationName ?? null, values]);
}

const sourceOf = ({ loc }: DocumentNode): string => loc?.source.body ?? '';

function selectionVariables(document: DocumentNode, operationName: string | null | undefined): string[] {
  const roots = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const names = new Set<string>();
  const collect = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  for (const part of [...roots, ...fragments]) {
    if (part.kind !== Kind.FIELD) visit(part, collect);
    else {
      if (part.selectionSet) visit(part.selectionSet, collect);
      for (const directive of part.directives ?? []) visit(directive, collect);
    }
  }
  return [...names].sort();
}
