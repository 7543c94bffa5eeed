import { isHeld, useViewer, type Viewer } from '../../data/viewer.ts';
import { navigation, type Place, type PlaceGroup } from '../../navigation.ts';

/** The pages that the viewer may use: the platform refuses the others. */
export function usePlaces(): readonly PlaceGroup[] {
  const viewer = useViewer();
  return navigation
    .map(({ title, places }) => ({ title, places: places.filter((place) => isOpenTo(viewer, place)) }))
    .filter(({ places }) => places.length > 0);
}

function isOpenTo(viewer: Viewer, { permissions, inOrganization }: Place): boolean {
  if (permissions.every((permission) => isHeld(viewer, permission, 'everywhere'))) return true;
  return viewer.organizations.some(({ id }) =>
    inOrganization?.every((permission) => isHeld(viewer, permission, { organizationId: id })),
  );
}
