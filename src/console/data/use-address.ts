import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DialogName, Search } from './address.ts';

/** The query of the address. */
export const useAddress = (): Search => useSearch({ strict: false });

/** Changes members of the query; `undefined` removes one. Each change of a list begins at its first page. */
export function useSetAddress(): (
  change: { readonly [Name in keyof Search]?: Search[Name] | undefined },
  replace?: boolean,
) => void {
  const navigate = useNavigate();
  return (change, replace = false) => {
    const search = (before: Search): Search =>
      Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined));
    void navigate({ to: '.', search, replace });
  };
}

/** Opens a dialog: that of a mutation with prefilled fields. */
export function useOpenChange(): (operation: DialogName, input?: Readonly<Record<string, unknown>>) => void {
  const setAddress = useSetAddress();
  return (operation, input = {}) => setAddress({ do: operation, with: input });
}
