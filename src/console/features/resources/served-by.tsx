import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../data/graphql.ts';
import { useAgainAfterEvents } from '../../data/feed/use-again.ts';
import { useMayRun } from '../../data/viewer.ts';
import { ServedButton, ServedObstacle } from '../../parts/exchange-rules/ServedButton.tsx';
import { useChangeServed } from '../../parts/exchange-rules/served.ts';
import { Fault } from '../../parts/Fault.tsx';
import { IdentityLink } from '../../parts/identity/Identity.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { pickerOf } from '../../parts/picker/kinds.ts';
import { RecordPicker } from '../../parts/picker/RecordPicker.tsx';
import { RecordSection } from '../../parts/record/Records.tsx';
import { Section } from '../../parts/record/Section.tsx';
import { useResource } from './resource.ts';
import { usePageTexts } from './use-page-texts.ts';

const ServedByDocument = graphql(`
  query ServedBy($id: ID!, $after: String, $search: String) {
    page: applications(first: 20, after: $after, search: $search, filter: { servedResourceId: $id }) {
      nodes { id displayName }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Serving = NonNullable<ResultOf<typeof ServedByDocument>['page']>['nodes'][number];

/** The applications that serve the API resource: each can be removed here, and others added. */
export function ServedBy(): ReactNode {
  const texts = usePageTexts();
  const { id, isBuiltIn } = useResource();
  const [{ data, error }, again] = useQuery({ query: ServedByDocument, variables: { id }, pause: isBuiltIn });
  useAgainAfterEvents(again, ({ typeName }) => typeName === 'Application.ServedResources.Updated');
  if (isBuiltIn) return <Section title={texts.served} empty={texts.builtIn} />;
  if (!data?.page) return error ? <Fault error={error} again={again} /> : <Loading lines={3} />;
  return (
    <RecordSection
      title={texts.served}
      empty={texts.servedNone}
      hidden={texts.servedText}
      first={data.page}
      document={ServedByDocument}
      variables={{ id }}
      action={<AddServing />}
    >
      {(application) => (
        <li key={application.id} className="row apart">
          <IdentityLink record={application} />
          <Remove application={application} />
        </li>
      )}
    </RecordSection>
  );
}

function Remove({ application }: { application: Serving }): ReactNode {
  const texts = usePageTexts();
  const { id } = useResource();
  return (
    <ServedButton
      applicationId={application.id}
      edit={(served) => served.filter((one) => one !== id)}
      variant="subtle"
      of={application.displayName}
    >
      {texts.remove}…
    </ServedButton>
  );
}

/** Chooses another application, which serves the API resource besides those that it serves. */
function AddServing(): ReactNode {
  const texts = usePageTexts();
  const { id } = useResource();
  const { change, obstacle } = useChangeServed();
  const mayRun = useMayRun();
  const kind = pickerOf('application');
  if (!kind || !mayRun('setServedResources', {})) return null;
  const add = (applicationId: string): Promise<void> =>
    change(applicationId, (served) => [...new Set([...served, id])]);
  return (
    <>
      <RecordPicker
        aria-label={texts.add}
        placeholder={texts.add}
        kinds={[kind]}
        isMany={false}
        value=""
        onChange={(chosen) => typeof chosen === 'string' && void add(chosen)}
      />
      <ServedObstacle obstacle={obstacle} />
    </>
  );
}
