import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

interface Props {
  title: string;
  /** The content of the heading, if it has more than the title. */
  children?: ReactNode;
  grows?: boolean;
}

/** The heading of a page, and the title of its tab in the browser. */
export function PageHeading({ title, children, grows = false }: Props): ReactNode {
  usePageTitle(title);
  return <h1 {...(grows ? { className: 'grow' } : {})}>{children ?? title}</h1>;
}
