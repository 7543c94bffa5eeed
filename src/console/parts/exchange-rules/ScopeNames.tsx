import type { ReactNode } from 'react';

/** Names of scopes, which can break between them. */
export const ScopeNames = ({ names }: { names: readonly string[] }): ReactNode =>
  names.map((name) => (
    <span key={name}>
      <code>{name}</code>{' '}
    </span>
  ));
