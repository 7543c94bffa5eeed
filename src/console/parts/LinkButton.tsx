import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../data/address.ts';
import { useMayOpen } from './frame/use-places.ts';

interface Props {
  to: string;
  search?: Search;
  /** The part of the page. */
  hash?: string;
  children: ReactNode;
}

/** A link that looks like a button, for those who may use the page. */
export function LinkButton({ to, search = {}, hash, children }: Props): ReactNode {
  const mayOpen = useMayOpen();
  if (!mayOpen(to)) return null;
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={to} search={search} {...(hash === undefined ? {} : { hash })} />}
    >
      {children}
    </Button>
  );
}
