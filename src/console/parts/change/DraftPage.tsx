import { type ReactNode, useEffect, useState } from 'react';
import { client, writing } from '../../data/client.ts';
import { graphql } from '../../data/graphql.ts';
import { useWords } from '../../words/index.ts';
import { SignInPage, useShownPage } from '../SignInPage.tsx';
import type { Change } from './use-change.ts';

const DraftDocument = graphql(`
  mutation DraftPage(
    $input: UpdateSignInExperienceInput!, $purpose: SignInPurpose!, $language: String!, $isDark: Boolean!
  ) {
    updateSignInExperience(input: $input, dryRun: true) {
      signInExperience { id preview(purpose: $purpose, language: $language, isDark: $isDark) }
    }
  }
`);

/** The page that people would see after the change, read in its dry run. The latest one stays while another is read. */
export default function DraftPage({ change: { dryRun, input } }: { change: Change }): ReactNode {
  const words = useWords();
  const [shown, set] = useShownPage();
  const [html, setHtml] = useState<string>();
  const isPossible = dryRun.outcome?.error === null;
  const variables = JSON.stringify({ ...shown, input });
  useEffect(() => {
    if (!isPossible) return undefined;
    let isLatest = true;
    const read = async (): Promise<void> => {
      const { data } = await client.mutation(DraftDocument, JSON.parse(variables), writing).toPromise();
      const page = data?.updateSignInExperience?.signInExperience?.preview;
      if (isLatest && page !== undefined) setHtml(page);
    };
    void read();
    return () => {
      isLatest = false;
    };
  }, [variables, isPossible]);
  if (html === undefined && !dryRun.isRunning && !isPossible) return <p className="soft">{words.change.fill}</p>;
  return <SignInPage shown={shown} set={set} html={html} />;
}
