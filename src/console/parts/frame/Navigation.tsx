import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { homeOf, useViewer } from '../../data/viewer.ts';
import type { PlaceEntry } from '../../navigation.ts';
import { useWords } from '../../words/index.ts';
import { Icon, type IconName } from './Icon.tsx';
import { placeOf, useNavigation } from './use-places.ts';

export function Navigation(): ReactNode {
  const words = useWords();
  const groups = useNavigation();
  const home = homeOf(useViewer());
  const { pathname } = useLocation();
  const current = placeOf(pathname);
  const isCurrent = ({ places }: PlaceEntry): boolean => places.some((place) => place === current);
  return (
    <>
      {/* A choice of organizations is among the entries. */}
      {home === '/organizations' ? null : (
        <Entry
          path={home}
          icon={home === '/' ? 'overview' : 'organizations'}
          isCurrent={home === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${home}/`)}
        >
          {home === '/' ? words.navigation.overview : words.kinds.Organization}
        </Entry>
      )}
      {groups.map(({ title, entries }) => (
        <div key={title(words)} role="group" aria-label={title(words)}>
          <p className="nav-group" aria-hidden="true">
            {title(words)}
          </p>
          {entries.map((entry) =>
            entry.places.slice(0, 1).map((first) => (
              <Entry key={first.path} path={first.path} icon={entry.icon} isCurrent={isCurrent(entry)}>
                {(entry.title ?? first.title)(words)}
              </Entry>
            )),
          )}
        </div>
      ))}
    </>
  );
}

interface Props {
  path: string;
  icon: IconName;
  /** Whether the shown page belongs to it. */
  isCurrent: boolean;
  children: ReactNode;
}

const Entry = ({ path, icon, isCurrent, children }: Props): ReactNode => (
  <Link
    to={path}
    className="nav-link"
    data-current={isCurrent || undefined}
    aria-current={isCurrent || undefined}
    activeOptions={{ exact: true }}
  >
    <Icon name={icon} />
    {children}
  </Link>
);
