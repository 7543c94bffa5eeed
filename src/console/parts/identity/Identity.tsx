import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { initialsOf, isPerson, type Recognizable, secondLine } from '../../data/records/recognition.ts';
import { useWords } from '../../words/index.ts';
import { useMayOpen } from '../frame/use-places.ts';
import { PresetMark } from '../identity-providers/PresetMark.tsx';
import { presetNameOf } from '../../data/preset-name.ts';
import { pathOfId } from '../record/path-of-id.ts';

interface Props {
  record: Recognizable;
  /** In the place of what distinguishes it, if nothing but its name can be read. */
  line?: string | null;
}

/** A record as it is recognized: its sign, its name, and below it how it differs from others of this name. */
export function Identity({ record, line: written = secondLine(record) }: Props): ReactNode {
  const { ofPlatform } = useWords();
  const line = written === null ? null : ofPlatform(written);
  const { displayName } = record;
  const preset = presetNameOf(record.preset);
  return (
    <span className="identity" title={line === null ? displayName : `${displayName}\n${line}`}>
      {preset ? (
        <PresetMark name={preset} />
      ) : (
        <span className="initials" data-round={isPerson(record)} aria-hidden="true">
          {initialsOf(displayName)}
        </span>
      )}
      <span className="identity-lines">
        <bdi>{displayName}</bdi>
        {line === null ? null : <bdi className="soft">{line}</bdi>}
      </span>
    </span>
  );
}

/** The same as a link to its page, if it has one that the viewer may use. */
export const IdentityLink = (props: Props): ReactNode => (
  <RecordLink id={props.record.id} className="record-link">
    <Identity {...props} />
  </RecordLink>
);

/** A link to the page of a record, if it has one that the viewer may use. */
export function RecordLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string;
  children: ReactNode;
}): ReactNode {
  const mayOpen = useMayOpen();
  const path = pathOfId(id);
  if (!path || !mayOpen(path)) return <span>{children}</span>;
  return (
    <Link to={path} {...(className ? { className } : {})}>
      {children}
    </Link>
  );
}
