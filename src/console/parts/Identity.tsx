import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayOpen } from './frame/use-places.ts';
import { pathOfId } from './record/path-of-id.ts';
import { initialsOf, isPerson, type Recognizable, secondLine } from './second-line.ts';

/** A record as it is recognized: initials, its name, and below it how it differs from others of this name. */
export function Identity({ record }: { record: Recognizable }): ReactNode {
  const { displayName } = record;
  const line = secondLine(record);
  return (
    <span className="identity" title={line === null ? displayName : `${displayName}\n${line}`}>
      <span className="initials" data-round={isPerson(record)} aria-hidden="true">
        {initialsOf(displayName)}
      </span>
      <span className="identity-lines">
        <bdi>{displayName}</bdi>
        {line === null ? null : <bdi className="soft">{line}</bdi>}
      </span>
    </span>
  );
}

/** The same as a link to its page, if it has one that the viewer may use. */
export function IdentityLink({ record }: { record: Recognizable }): ReactNode {
  const mayOpen = useMayOpen();
  const path = pathOfId(record.id);
  if (!path || !mayOpen(path)) return <Identity record={record} />;
  return (
    <Link to={path} className="record-link">
      <Identity record={record} />
    </Link>
  );
}
