import { useViewer, type Viewer } from '../../data/viewer.ts';
import { navigation, type Place, type PlaceGroup } from '../../navigation.ts';

/** The pages that the viewer may use: the platform refuses the others. */
export function usePlaces(): readonly PlaceGroup[] {
  const viewer = useViewer();
  return navigation
    .map(({ title, places }) => ({ title, places: places.filter((place) => isOpenTo(viewer, place)) }))
    .filter(({ places }) => places.length > 0);
}

function isOpenTo({ permissions, organizations }: Viewer, { permission, isPossibleInOrganization }: Place): boolean {
  const required = [permission ?? []].flat();
  const isMet = (held: ReadonlySet<string>): boolean => required.every((name) => held.has(name));
  return (
    isMet(permissions) || (isPossibleInOrganization === true && organizations.some((one) => isMet(one.permissions)))
  );
}
