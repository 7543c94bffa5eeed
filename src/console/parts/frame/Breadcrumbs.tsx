import { Link, useMatches } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useWords } from '../../words/index.ts';
import { pageTitle } from '../use-page-title.ts';
import { placeOf, useClosedPlace } from './use-places.ts';

/** The way back from the page of a record: its list, the record, the tab. */
export function Breadcrumbs(): ReactNode {
  const words = useWords();
  const { fullPath = '', pathname = '' }: { fullPath?: string; pathname?: string } = useMatches().at(-1) ?? {};
  const [name, tab] = useSyncExternalStore(pageTitle.subscribe, pageTitle.parts).toReversed();
  const place = placeOf(fullPath);
  const isClosed = useClosedPlace() !== null;
  if (!place || isClosed || !fullPath.includes('/$id')) return null;
  const record = pathname.split('/').slice(0, place.path.split('/').length + 1);
  return (
    <nav className="breadcrumbs" aria-label={words.shell.breadcrumbs}>
      <ol>
        <li>
          <Link to={place.path}>{place.title(words)}</Link>
        </li>
        {name === undefined ? null : (
          <li>
            {tab === undefined ? (
              <Here>{name}</Here>
            ) : (
              <Link to={record.join('/')}>
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        )}
        {tab === undefined ? null : (
          <li>
            <Here>{tab}</Here>
          </li>
        )}
      </ol>
    </nav>
  );
}

const Here = ({ children }: { children: string }): ReactNode => <bdi aria-current="page">{children}</bdi>;
