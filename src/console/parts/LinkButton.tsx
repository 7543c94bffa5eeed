import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../data/address.ts';

/** A link that looks like a button. */
export const LinkButton = ({
  to,
  search,
  children,
}: {
  to: string;
  search?: Search;
  children: ReactNode;
}): ReactNode => (
  <Button variant="default" renderRoot={(props) => <Link {...props} to={to} search={search ?? {}} />}>
    {children}
  </Button>
);
