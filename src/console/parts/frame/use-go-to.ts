import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useEffect } from 'react';
import { areKeysOn } from '../keys.ts';
import { usePlaces } from './use-places.ts';

/** Milliseconds in which the letter follows "g". */
const timeout = 1500;

/** "g" and the letter of a page go there. */
export function useGoTo(): void {
  const navigate = useNavigate();
  const places = usePlaces();
  const latest = useRef(places);
  latest.current = places;
  useEffect(() => {
    let began = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const isFree = target instanceof HTMLElement && !target.closest('input, textarea, select, [role=dialog]');
      if (event.ctrlKey || event.metaKey || event.altKey || !isFree || !areKeysOn()) return;
      const place = performance.now() - began < timeout ? latest.current.find((one) => one.key === key) : undefined;
      began = key === 'g' ? performance.now() : -Infinity;
      if (!place) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate({ to: place.path });
    };
    // Before the keys of the page: the second letter is not one of them.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [navigate]);
}
