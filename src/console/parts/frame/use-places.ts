import { useMatches } from '@tanstack/react-router';
import { isHeld, ownOrganizationOf, useViewer, type Viewer } from '../../data/viewer.ts';
import {
  allPlaces,
  listsOfOrganizations,
  navigation,
  type Place,
  type PlaceEntry,
  type PlaceGroup,
} from '../../navigation.ts';

/** The pages that the viewer may use: the platform refuses the others. */
export function usePlaces(): readonly Place[] {
  const viewer = useViewer();
  return allPlaces.filter((place) => isOpenTo(viewer, place));
}

/** The navigation of the viewer: the entries with a page that they may use. */
export function useNavigation(): readonly PlaceGroup[] {
  const viewer = useViewer();
  const hasOne = ownOrganizationOf(viewer) !== null;
  const isShown = (place: Place): boolean =>
    isOpenTo(viewer, place) && !(hasOne && listsOfOrganizations.has(place.path));
  return navigation
    .map(({ title, entries }) => ({ title, entries: entries.flatMap((entry) => narrowed(entry, isShown)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** An entry with some of its pages: a page that is left alone gives it its title. */
function narrowed({ icon, title, places }: PlaceEntry, isShown: (place: Place) => boolean): PlaceEntry[] {
  const shown = places.filter(isShown);
  if (shown.length === 0) return [];
  return [shown.length > 1 && title ? { icon, title, places: shown } : { icon, places: shown }];
}

/** The pages beside the one at a path: those of the same entry, without the tabs of another one. */
export function usePlacesBeside(path: string): readonly Place[] {
  const viewer = useViewer();
  const entry = navigation
    .flatMap(({ entries }) => entries)
    .find(({ places }) => places.some((place) => place.path === path));
  const places = entry?.places.filter((place) => isOpenTo(viewer, place)) ?? [];
  return places.filter((place) => !places.some((other) => place.path.startsWith(`${other.path}/`)));
}

/** The page of the navigation that is shown, or that the shown record is listed on, if the viewer may not use it. */
export function useClosedPlace(): { place: Place; lacking: readonly string[] } | null {
  const viewer = useViewer();
  const path: string = useMatches().at(-1)?.fullPath ?? '/';
  const place = placeOf(path);
  if (!place || isOpenTo(viewer, place)) return null;
  return { place, lacking: place.permissions.filter((permission) => !isHeld(viewer, permission, 'everywhere')) };
}

/** Whether the viewer may use the page at a path. */
export function useMayOpen(): (path: string) => boolean {
  const viewer = useViewer();
  return (path) => {
    const place = placeOf(path);
    return !place || isOpenTo(viewer, place);
  };
}

/** The page of the navigation that has a path, or what is below it: of two, the one with the longer path. */
export const placeOf = (path: string): Place | undefined =>
  allPlaces
    .filter((one) => `${path}/`.startsWith(`${one.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

function isOpenTo(viewer: Viewer, { permissions, inOrganization }: Place): boolean {
  if (permissions.every((permission) => isHeld(viewer, permission, 'everywhere'))) return true;
  return viewer.organizations.some(({ id }) =>
    inOrganization?.every((permission) => isHeld(viewer, permission, { organizationId: id })),
  );
}
