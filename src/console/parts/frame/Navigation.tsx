import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { homeOf, useViewer } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { placeOf, usePlaces } from './use-places.ts';

export function Navigation(): ReactNode {
  const words = useWords();
  const groups = usePlaces();
  const home = homeOf(useViewer());
  // A choice of organizations is among the places.
  const isPlace = home === '/organizations';
  const { pathname } = useLocation();
  const current = placeOf(pathname);
  return (
    <>
      {isPlace ? null : (
        <Link to={home} className="nav-link" activeOptions={{ exact: home === '/', includeSearch: false }}>
          {home === '/' ? words.navigation.overview : words.kinds.Organization}
        </Link>
      )}
      {groups.map(({ title, places }) => (
        <div key={title(words)} role="group" aria-label={title(words)}>
          <p className="nav-group" aria-hidden="true">
            {title(words)}
          </p>
          {places.map((place) => (
            <Link
              key={place.path}
              to={place.path}
              className="nav-link"
              activeOptions={{ exact: place !== current, includeSearch: false }}
            >
              {place.title(words)}
            </Link>
          ))}
        </div>
      ))}
    </>
  );
}
