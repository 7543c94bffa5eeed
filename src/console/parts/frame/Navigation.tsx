import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { usePlaces } from './use-places.ts';

export function Navigation(): ReactNode {
  const words = useWords();
  const groups = usePlaces();
  return (
    <div style={{ overflowY: 'auto' }}>
      <Link to="/" className="nav-link" activeOptions={{ exact: true, includeSearch: false }}>
        {words.navigation.overview}
      </Link>
      {groups.map(({ title, places }) => (
        <div key={title(words)} role="group" aria-label={title(words)}>
          <p className="nav-group" aria-hidden="true">
            {title(words)}
          </p>
          {places.map((place) => (
            <Link key={place.path} to={place.path} className="nav-link" activeOptions={{ includeSearch: false }}>
              {place.title(words)}
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}
