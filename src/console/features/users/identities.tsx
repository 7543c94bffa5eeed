import type { ReactNode } from 'react';
import type { Recognizable } from '../../data/records/recognition.ts';
import { ChangeButton } from '../../parts/ChangeButton.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { LastUsed, When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import { useUser } from './user.ts';

interface Props {
  identities:
    | readonly {
        id: string;
        identityProvider?: Recognizable | null;
        name: string | null;
        subject: string;
        createdAt: string;
        lastUsedAt: string | null;
      }[]
    | null;
}

/** The accounts at identity providers with which a person signs in. */
export function Identities({ identities }: Props): ReactNode {
  const { id: userId } = useUser();
  const { users: texts, kinds } = useWords();
  return (
    <Section title={texts.identities} empty={identities?.length === 0 && texts.noIdentities}>
      {identities?.map(({ id: identityId, identityProvider, name, subject, createdAt, lastUsedAt }) => (
        <li key={identityId} className="row">
          <span className="grow row tight">
            {identityProvider ? (
              <IdentityLink record={identityProvider} line={name ?? subject} />
            ) : (
              <bdi>{`${kinds.IdentityProvider} · ${name ?? subject}`}</bdi>
            )}
            <span className="soft">
              {texts.linkedSince} <When at={createdAt} /> · <LastUsed at={lastUsedAt} isExact />
            </span>
          </span>
          <ChangeButton operation="unlinkUserIdentity" input={{ userId, identityId }} of={name ?? subject}>
            {texts.unlink}…
          </ChangeButton>
        </li>
      ))}
    </Section>
  );
}
