import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useAgainWhile } from '../../data/feed/use-again.ts';
import { useRecordId } from '../../data/records/use-record-id.ts';
import { RecordFrame } from '../../parts/record/RecordFrame.tsx';
import type { RecordAction } from '../../parts/record/RecordHeader.tsx';
import { TabbedRecord } from '../../parts/record/TabbedRecord.tsx';
import { useWords, type Words } from '../../words/index.ts';
import {
  type IdentityProvider,
  IdentityProviderContext,
  IdentityProviderDocument,
  isSetUp,
} from './identity-provider.ts';
import { ProviderState } from './provider-state.tsx';

/** An identity provider: the frame of all tabs. */
export function IdentityProviderPage(): ReactNode {
  const words = useWords();
  const id = useRecordId();
  const [{ data, error, fetching }, again] = useQuery({ query: IdentityProviderDocument, variables: { id } });
  const record = data?.identityProvider;
  // A sign-in has no event about the provider.
  useAgainWhile(record?.isEnabled === true && !isSetUp(record), again);
  const { tabs } = words.identityProviders;
  return (
    <RecordFrame record={record} error={error} isLoading={fetching} again={again}>
      {(provider) => (
        <IdentityProviderContext value={provider}>
          <TabbedRecord
            name={provider.displayName}
            id={id}
            version={provider.version}
            {...serviceOf(provider, words)}
            state={<ProviderState {...provider} />}
            actions={actionsOf(provider, words)}
            path={`/sign-in/identity-providers/${id}`}
            tabs={[
              { path: '', title: tabs.overview },
              { path: '/settings', title: tabs.settings },
              { path: '/organizations', title: tabs.organizations, permissions: ['organizations:read'] },
              { path: '/people', title: tabs.people, permissions: ['users:read'] },
              { path: '/events', title: words.record.events, permissions: ['events:read'] },
            ]}
          />
        </IdentityProviderContext>
      )}
    </RecordFrame>
  );
}

/** The service, unless it is what the identity provider is called. */
function serviceOf({ displayName, preset }: IdentityProvider, { label }: Words): { description?: string } {
  return label(preset) === displayName ? {} : { description: label(preset) };
}

function actionsOf({ id, isEnabled }: IdentityProvider, { common }: Words): RecordAction[] {
  const input = { identityProviderId: id };
  return [
    { title: common.edit, operation: 'updateIdentityProvider', input },
    {
      title: isEnabled ? common.disable : common.enable,
      operation: 'setIdentityProviderEnabled',
      key: 's',
      input: { ...input, isEnabled: !isEnabled },
    },
    { title: common.delete, operation: 'deleteIdentityProvider', input, isDangerous: true },
  ];
}
