import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { PageHeading } from '../PageHeading.tsx';

/** The page of an address without a page, and of a record that does not exist. */
export function NotFound(): ReactNode {
  const { record, navigation } = useWords();
  return (
    <article className="stack">
      <PageHeading title={record.notFoundTitle} />
      <p className="empty">
        {record.notFound} <Link to="/">{navigation.overview}</Link>
      </p>
    </article>
  );
}
