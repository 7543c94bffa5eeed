import { type ReactNode, useEffect, useState } from 'react';
import { client, writing } from '../../../data/client.ts';
import { graphql } from '../../../data/graphql.ts';
import { useWords } from '../../../words/index.ts';
import { SignInPage, useShownPage } from '../../SignInPage.tsx';
import type { Change } from '../use-change.ts';
import { gapsText } from '../use-problems.ts';

const ExperienceDraftDocument = graphql(`
  mutation DraftPage(
    $input: UpdateSignInExperienceInput!, $purpose: SignInPurpose!, $language: String!, $isDark: Boolean!
  ) {
    updateSignInExperience(input: $input, dryRun: true) {
      signInExperience { id preview(purpose: $purpose, language: $language, isDark: $isDark) }
    }
  }
`);

const ApplicationDraftDocument = graphql(`
  mutation DraftPageOfApplication(
    $input: UpdateApplicationInput!, $purpose: SignInPurpose!, $language: String!, $isDark: Boolean!
  ) {
    updateApplication(input: $input, dryRun: true) {
      application { id preview(purpose: $purpose, language: $language, isDark: $isDark) }
    }
  }
`);

/** The functions that read the page in a dry run, by the change of pages. */
const readers = {
  updateSignInExperience: async (variables: string) => {
    const { data } = await client.mutation(ExperienceDraftDocument, JSON.parse(variables), writing).toPromise();
    return data?.updateSignInExperience?.signInExperience?.preview;
  },
  updateApplication: async (variables: string) => {
    const { data } = await client.mutation(ApplicationDraftDocument, JSON.parse(variables), writing).toPromise();
    return data?.updateApplication?.application?.preview;
  },
};

/** Operations that change pages. */
export type Drawn = keyof typeof readers;

/** The page that people would see after the change, read in its dry run. The latest one stays while another is read. */
export default function DraftPage({ name, change }: { name: Drawn; change: Change }): ReactNode {
  const words = useWords();
  const { dryRun, input } = change;
  const [shown, set] = useShownPage();
  const [html, setHtml] = useState<string>();
  const isPossible = dryRun.outcome?.error === null;
  const variables = JSON.stringify({ ...shown, input });
  useEffect(() => {
    if (!isPossible) return undefined;
    let isLatest = true;
    const read = async (): Promise<void> => {
      const page = await readers[name](variables);
      if (isLatest && page !== undefined) setHtml(page);
    };
    void read();
    return () => {
      isLatest = false;
    };
  }, [name, variables, isPossible]);
  if (html === undefined && !dryRun.isRunning && !isPossible) return <p className="soft">{gapsText(words, change)}</p>;
  return <SignInPage shown={shown} set={set} html={html} />;
}
