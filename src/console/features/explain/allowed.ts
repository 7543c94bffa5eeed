import { useWords } from '../../words/index.ts';
import type { ExplainedScope, ExplanationData } from './explanation-data.ts';

/**
 * The scopes to which the rules of the application confine it at the API resource; none if they do not name it.
 * Undefined if they confine it to none in particular, or are not the viewer's to read.
 */
export function scopesOfRules({ client, target }: ExplanationData): readonly string[] | undefined {
  const targets = client?.application?.exchangePolicy?.targets;
  const id = target?.apiResource?.id;
  if (!targets || id === undefined) return undefined;
  const named = targets.find(({ apiResourceId }) => apiResourceId === id);
  if (!named) return [];
  return named.scopes.length > 0 ? named.scopes : undefined;
}

/** The request is what is wrong with such a scope: neither a role nor a rule would give it. */
const isNoScope = ({ reason }: ExplainedScope): boolean => reason === 'UNKNOWN_SCOPE' || reason === 'MALFORMED';

/** Whether the rules are in the way of a scope, for any person. */
export const isRuledOut = (scope: ExplainedScope): boolean => !scope.isAllowed && !isNoScope(scope);

/** Names that are listed in a sentence. */
export const mostNames = 3;

/** A list of names in a sentence, and how many there are beyond the first. */
export function useListed(): (names: readonly string[]) => string {
  const { change } = useWords();
  return (names) => {
    const others = names.length - mostNames;
    return [names.slice(0, mostNames).join(', '), ...(others > 0 ? [change.others(others)] : [])].join(' ');
  };
}
