import { Link, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { usePlacesBeside } from './use-places.ts';

/** The pages that share an entry of the navigation, above each of them. */
export function PlaceTabs(): ReactNode {
  const words = useWords();
  const path: string = useMatches().at(-1)?.fullPath ?? '/';
  const places = usePlacesBeside(path);
  if (places.length < 2) return null;
  return (
    <nav className="tabs place-tabs" aria-label={words.shell.beside}>
      {places.map((place) => (
        <Link key={place.path} to={place.path} activeOptions={{ exact: true, includeSearch: false }}>
          {place.title(words)}
        </Link>
      ))}
    </nav>
  );
}
