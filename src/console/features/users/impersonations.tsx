import type { ReactNode } from 'react';
import type { Recognizable } from '../../data/records/recognition.ts';
import { useMay, useViewer } from '../../data/viewer.ts';
import { changesOf } from '../../parts/ChangeButton.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { Snippets } from '../../parts/code/Snippets.tsx';
import { Who } from '../../parts/identity/Who.tsx';
import { exchangeSnippet } from './exchange-snippet.ts';
import { usePageTexts } from './use-page-texts.ts';

interface Impersonation {
  id: string;
  administratorId: string;
  administratorName: string | null;
  applicationName: string;
  /** If the viewer may read it. */
  application?: Recognizable | null;
  reason: string;
  expiresAt: string;
}

interface Props {
  userId: string;
  impersonations: readonly Impersonation[] | null;
}

/** The administrators who act as a user, how to begin that, and how to end it. */
export function Impersonations({ userId, impersonations }: Props): ReactNode {
  const { impersonation: texts } = usePageTexts();
  const may = useMay();
  const { issuer, id: viewerId } = useViewer();
  // No one acts as themself.
  const mayAct = may('users:impersonate') && userId !== viewerId;
  const button = changesOf({ userId });
  return (
    <Section
      title={texts.title}
      action={mayAct ? button(texts.act, 'createSubjectToken') : null}
      empty={impersonations?.length === 0 && texts.empty}
    >
      {impersonations?.map((one) => (
        <li key={one.id} className="row">
          <span className="grow">
            <Who id={one.administratorId} label={one.administratorName} /> {texts.through}{' '}
            {one.application ? <IdentityLink record={one.application} /> : one.applicationName}
            <span className="soft block">
              {one.reason} · {texts.until} <When at={one.expiresAt} />
            </span>
          </span>
          {button(texts.end, 'endImpersonation', { grantId: one.id })}
        </li>
      ))}
      {mayAct ? (
        <li className="stack tight">
          <span className="soft">{texts.explanation}</span>
          <Snippets label={texts.code} snippets={{ curl: exchangeSnippet(issuer) }} />
        </li>
      ) : null}
    </Section>
  );
}
