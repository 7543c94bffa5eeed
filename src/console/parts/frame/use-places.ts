import { useMatches } from '@tanstack/react-router';
import { isHeld, useViewer, type Viewer } from '../../data/viewer.ts';
import { navigation, type Place, type PlaceGroup } from '../../navigation.ts';

/** The pages that the viewer may use: the platform refuses the others. */
export function usePlaces(): readonly PlaceGroup[] {
  const viewer = useViewer();
  return navigation
    .map(({ title, places }) => ({ title, places: places.filter((place) => isOpenTo(viewer, place)) }))
    .filter(({ places }) => places.length > 0);
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
  navigation
    .flatMap(({ places }) => places)
    .filter((one) => `${path}/`.startsWith(`${one.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

function isOpenTo(viewer: Viewer, { permissions, inOrganization }: Place): boolean {
  if (permissions.every((permission) => isHeld(viewer, permission, 'everywhere'))) return true;
  return viewer.organizations.some(({ id }) =>
    inOrganization?.every((permission) => isHeld(viewer, permission, { organizationId: id })),
  );
}
