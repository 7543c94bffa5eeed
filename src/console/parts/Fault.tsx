import { Button } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { Lacking } from './access/Lacking.tsx';

/** The error, and what can be done: which permission is missing, or the reference in the log. */
export function Fault({ error, again }: { error: CombinedError; again?: () => void }): ReactNode {
  const words = useWords();
  const lacking = lackedPermissions(error);
  if (lacking.length > 0) return <Lacking permissions={lacking} />;
  const references = error.graphQLErrors.flatMap(({ extensions }) =>
    typeof extensions['reference'] === 'string' ? [extensions['reference']] : [],
  );
  return (
    <div role="alert" className="notice stack tight" data-kind="bad">
      <strong>{words.fault.title}</strong>
      {error.networkError
        ? words.fault.network
        : error.graphQLErrors.map(({ message, extensions }) => (
            <span key={message}>{words.reason({ code: String(extensions['code']), message })}</span>
          ))}
      {references.map((reference) => (
        <span key={reference} className="soft">
          {words.fault.reference}: <code>{reference}</code>
        </span>
      ))}
      {again ? (
        <div>
          <Button variant="default" onClick={() => again()}>
            {words.fault.again}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The permissions that errors with the code FORBIDDEN name. */
export const lackedPermissions = ({ graphQLErrors }: CombinedError): string[] => [
  ...new Set(
    graphQLErrors
      .filter(({ extensions }) => extensions['code'] === 'FORBIDDEN')
      .flatMap(({ extensions }) => (extensions['permissions'] as string[] | undefined) ?? []),
  ),
];
