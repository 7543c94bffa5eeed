import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useMay } from '../../data/viewer.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords } from '../../words/index.ts';
import { ExperienceContext, ExperienceDocument } from './experience.ts';

/** The frame of all tabs for sign-in, sign-up and the recovery of accounts. */
export function ExperiencePage(): ReactNode {
  // A viewer who may read only the attempts or the identity providers reads them without this frame.
  return useMay()('sign-in:read') ? <Tabs /> : <Outlet />;
}

function Tabs(): ReactNode {
  const words = useWords();
  const [{ data, error, fetching }, again] = useQuery({ query: ExperienceDocument });
  const { tabs } = words.experience;
  return (
    <RecordFrame record={data?.signInExperiences?.nodes[0]} error={error} isLoading={fetching} again={again}>
      {(experience) => (
        <ExperienceContext value={experience}>
          <TabbedRecord
            name={words.navigation.experience}
            id={experience.id}
            version={experience.version}
            actions={[
              {
                title: words.common.edit,
                operation: 'updateSignInExperience',
                input: { signInExperienceId: experience.id },
              },
            ]}
            path="/sign-in"
            tabs={[
              { path: '', title: tabs.policy },
              { path: '/tests', title: tabs.tests },
              { path: '/branding', title: tabs.branding, permissions: ['sign-in:write'] },
              { path: '/preview', title: tabs.preview },
              {
                path: '/identity-providers',
                title: words.navigation.identityProviders,
                permissions: ['identity-providers:read'],
              },
              { path: '/attempts', title: tabs.attempts, permissions: ['users:read'] },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </ExperienceContext>
      )}
    </RecordFrame>
  );
}
