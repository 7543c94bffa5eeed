import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useMay } from '../../data/viewer.ts';
import { When } from '../../parts/marks.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useWords } from '../../words/index.ts';
import type { Texts } from './page-texts/en.ts';
import { usePageTexts } from './use-page-texts.ts';
import { useUser } from './user.ts';

interface Props {
  factors: readonly { id: string; kind: string; name: string; lastUsedAt: string | null }[] | null;
  /** Whether an identity provider can sign in the user. */
  hasIdentity: boolean;
}

/** The factors of a user besides the password; if there are none, how the user signs in. */
export function Factors({ factors, hasIdentity }: Props): ReactNode {
  const words = useWords();
  const { withoutFactor } = usePageTexts();
  const way = useWay(hasIdentity);
  return (
    <Section title={words.users.factors} empty={factors?.length === 0 && withoutFactor[way]}>
      {factors?.map((factor) => (
        <li key={factor.id}>
          {words.label(factor.kind)} {factor.name} · <When at={factor.lastUsedAt} />
        </li>
      ))}
    </Section>
  );
}

const WaysDocument = graphql(`
  query SignInWays {
    signInExperiences(first: 1) { nodes { id policy { first } } }
  }
`);

/** The way in for a user without factors; unknown if it may not be read. */
function useWay(hasIdentity: boolean): keyof Texts['withoutFactor'] {
  const { hasPassword, email, phone } = useUser();
  const isReadable = useMay()('sign-in:read');
  const [{ data }] = useQuery({ query: WaysDocument, pause: hasPassword || hasIdentity || !isReadable });
  const ways = data?.signInExperiences?.nodes[0]?.policy.first;
  if (hasPassword) return 'password';
  if (hasIdentity) return 'identity';
  if (!ways) return 'unknown';
  if (email && ways.includes('EMAIL_CODE')) return 'email';
  return phone && ways.includes('PHONE_CODE') ? 'phone' : 'none';
}
