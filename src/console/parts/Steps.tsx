import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../data/address.ts';
import { useWords } from '../words/index.ts';

export interface StepTarget {
  to: string;
  search?: Search;
  hash?: string;
}

export interface Step {
  text: string;
  /** The page of what was made; before, the dialog that makes it. Null while it needs what an earlier step makes. */
  to: StepTarget | null;
  /** The record of an earlier step that it needs, such as "after a role": shown while it leads nowhere. */
  after?: string | undefined;
  isDone: boolean;
  /** Another way to the same, or the same once more. */
  other?: { text: string; to: StepTarget } | undefined;
}

/** A step that ends with a record: it leads to the dialog that makes it, and later to the page of the record. */
export const making = (
  text: string,
  page: StepTarget | null,
  first: StepTarget | null,
  other?: Step['other'],
): Step => ({
  text,
  to: page ?? first,
  isDone: page !== null,
  other,
});

interface Granting {
  id: string;
  displayName: string;
  /** The first of its scopes. */
  scopes?: { nodes: readonly { name: string; roles?: readonly Holding[] | null }[] } | null;
}

/** Scopes of an API resource that are read; of one that may have more, no scopes of a role are named. */
const readScopes = 10;

interface Holding {
  id: string;
  users?: { nodes: readonly { id: string }[] } | null;
}

export interface Grant {
  resourceId: string;
  api: string;
  roleId: string;
  /** The scopes of the API resource that the role has; none if they are not all read. */
  scopes: readonly string[];
  userId: string | undefined;
}

const scopesOf = ({ scopes }: Granting, roleId: string): string[] => {
  const all = scopes?.nodes ?? [];
  if (all.length >= readScopes) return [];
  return all.filter(({ roles }) => roles?.some(({ id }) => id === roleId)).map(({ name }) => name);
};

/** The role with a scope of these API resources, and who holds it: one that someone holds before others. */
export function firstGrant(resources: readonly Granting[]): Grant | undefined {
  const grants = resources.flatMap((resource) =>
    (resource.scopes?.nodes ?? []).flatMap(({ roles }) =>
      (roles ?? []).map((role) => ({
        resourceId: resource.id,
        api: resource.displayName,
        roleId: role.id,
        scopes: scopesOf(resource, role.id),
        userId: role.users?.nodes[0]?.id,
      })),
    ),
  );
  return grants.find(({ userId }) => userId !== undefined) ?? grants[0];
}

/** Steps in their order, ticked by what exists: the next one is bold. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }): ReactNode {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className="plain-list ticked-steps" aria-label={label}>
      {steps.map((step) => (
        <StepRow key={step.text} step={step} isNext={step === next} />
      ))}
    </ol>
  );
}

function StepRow({ step: { text, to, after, isDone, other }, isNext }: { step: Step; isNext: boolean }): ReactNode {
  const words = useWords();
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <span className={isDone ? 'good' : 'soft'} aria-hidden="true">
        {isDone ? '✓' : '○'}
      </span>
      <span>
        {to ? <Link {...to}>{text}</Link> : text}
        {to === null && after ? <span className="soft">{after}</span> : null}
        {isDone ? <span className="visually-hidden"> {words.change.done}</span> : null}
        {other ? (
          <span className="soft">
            <Link {...other.to}>{other.text}</Link>
          </span>
        ) : null}
      </span>
    </li>
  );
}
