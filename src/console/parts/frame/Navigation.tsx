import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRecordNames } from '../../data/records/record-names.ts';
import { homeOf, isHeld, ownOrganizationOf, useViewer } from '../../data/viewer.ts';
import type { PlaceEntry } from '../../navigation.ts';
import { useWords } from '../../words/index.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import { organizationTabs } from './organization-tabs.ts';
import { placeOf, useNavigation } from './use-places.ts';

export function Navigation(): ReactNode {
  const words = useWords();
  const viewer = useViewer();
  const groups = useNavigation();
  const organizationId = ownOrganizationOf(viewer);
  const { pathname } = useLocation();
  const current = placeOf(pathname);
  const isCurrent = ({ places }: PlaceEntry): boolean => places.some((place) => place === current);
  return (
    <>
      {organizationId ? <OwnOrganization id={organizationId} /> : null}
      {homeOf(viewer) === '/' ? (
        <Entry path="/" icon="overview" isCurrent={pathname === '/'}>
          {words.navigation.overview}
        </Entry>
      ) : null}
      {groups.map(({ title, entries }) => (
        <Group key={title(words)} title={title(words)}>
          {entries.map((entry) =>
            entry.places.slice(0, 1).map((first) => (
              <Entry key={first.path} path={first.path} icon={entry.icon} isCurrent={isCurrent(entry)}>
                {(entry.title ?? first.title)(words)}
              </Entry>
            )),
          )}
        </Group>
      ))}
    </>
  );
}

/** The pages of the only organization of someone, which is all that they look after. */
function OwnOrganization({ id }: { id: string }): ReactNode {
  const words = useWords();
  const viewer = useViewer();
  const { pathname } = useLocation();
  const name = useRecordNames([id]).get(id)?.name ?? words.kinds.Organization;
  const home = `/organizations/${id}`;
  const shown = organizationTabs.filter(({ permissions }) =>
    permissions.every((permission) => isHeld(viewer, permission, { organizationId: id })),
  );
  return (
    <Group title={name}>
      {shown.map(({ icon, title, path }) => (
        <Entry key={path} path={home + path} icon={icon} isCurrent={pathname.replace(/\/$/, '') === home + path}>
          {title(words)}
        </Entry>
      ))}
    </Group>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <div role="group" aria-label={title}>
    <p className="nav-group" aria-hidden="true">
      <bdi>{title}</bdi>
    </p>
    {children}
  </div>
);

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
