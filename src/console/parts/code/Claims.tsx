import type { ReactNode } from 'react';

export interface Claim {
  name: string;
  value: ReactNode;
  meaning: ReactNode;
}

/** Claims of a token, each with its value and what it means. */
export const Claims = ({ claims }: { claims: readonly Claim[] }): ReactNode => (
  <dl className="claims">
    {claims.map(({ name, value, meaning }) => (
      <div key={name}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>{value}</dd>
        <dd className="soft">{meaning}</dd>
      </div>
    ))}
  </dl>
);
