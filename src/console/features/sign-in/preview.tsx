import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { SignInPage, useShownPage } from '../../parts/SignInPage.tsx';
import { useWords } from '../../words/index.ts';

const PreviewDocument = graphql(`
  query SignInPreview($purpose: SignInPurpose!, $language: String!, $isDark: Boolean!) {
    signInExperiences(first: 1) { nodes { id preview(purpose: $purpose, language: $language, isDark: $isDark) } }
  }
`);

/** The first page that people see. */
export function ExperiencePreview(): ReactNode {
  const words = useWords();
  const [shown, set] = useShownPage();
  const [{ data }] = useQuery({ query: PreviewDocument, variables: { ...shown } });
  return (
    <section className="card padded stack">
      <h2>{words.signInPage.title}</h2>
      <SignInPage shown={shown} set={set} html={data?.signInExperiences?.nodes[0]?.preview} />
    </section>
  );
}
