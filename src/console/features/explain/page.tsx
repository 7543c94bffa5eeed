import { lazy, type ReactNode, Suspense } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { requestedScopes } from '../../data/address.ts';
import { useAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { useWords } from '../../words/index.ts';
import { Latest } from './latest.tsx';
import { Picker } from './pickers.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { PageHeading } from '../../parts/PageHeading.tsx';
import { usePrefill } from './use-prefill.ts';
import { useTexts } from './use-texts.ts';

// Loaded while the question is not complete.
const Answer = lazy(async () => ({ default: (await import('./answer.tsx')).Answer }));
// The field for several texts is on few pages.
const ScopesInput = lazy(() => import('./scopes-input.tsx'));

const ResourceDocument = graphql(`
  query ExplainedResource($id: ID!) {
    apiResource(id: $id) { id indicator scopes(first: 100) { nodes { id name } } }
  }
`);

/** The permissions that the explanation of any exchange requires. */
const explanationPermissions = ['applications:read', 'users:read', 'roles:read', 'resources:read'];

/** Why a token exchange is granted or refused, and what fixes it. Every parameter is in the address. */
export function Explain(): ReactNode {
  const words = useWords();
  const texts = useTexts();
  const { app, user, resource, org, scopes } = useAddress();
  const may = useMay();
  usePrefill();
  const mayReadResources = may('resources:read');
  const isKnown = mayReadResources && Boolean(resource);
  const [{ data: target }] = useQuery({ query: ResourceDocument, variables: { id: resource ?? '' }, pause: !isKnown });
  // A viewer who may not read API resources names one by its indicator.
  const indicator = mayReadResources ? target?.apiResource?.indicator : resource;
  const isTarget = !mayReadResources || target?.apiResource?.id === resource;
  const input = {
    applicationId: app ?? '',
    userId: user ?? '',
    resource: indicator ?? '',
    ...(org ? { organizationId: org } : {}),
    ...requestedScopes(scopes),
  };
  // A viewer with permissions in one organization may ask within it only.
  const isEverywhere = explanationPermissions.every((permission) => may(permission));
  const isComplete = Boolean(app && user && indicator && isTarget && (isEverywhere || org));
  return (
    <article className="stack">
      <PageHeading title={texts.title} />
      <p className="soft">{texts.intro}</p>
      <div className="card padded question">
        <Picker of="application" name="app" label={texts.application} />
        <Picker of="user" name="user" label={texts.user} />
        <Picker of="apiResource" name="resource" label={mayReadResources ? texts.resource : words.label('indicator')} />
        <Picker of="organization" name="org" label={texts.organization} isRequired={!isEverywhere} />
        <Suspense fallback={<Loading lines={2} />}>
          <ScopesInput offered={isKnown ? (target?.apiResource?.scopes?.nodes ?? []) : []} />
        </Suspense>
      </div>
      {isComplete ? (
        // Another question begins without the answer to the one before.
        <Suspense fallback={<Loading lines={8} />}>
          <Answer key={JSON.stringify(input)} input={input} />
        </Suspense>
      ) : (
        <p className="empty card">{texts.choose}</p>
      )}
      <Latest current={{ app, user, resource, org, scopes }} />
    </article>
  );
}
