import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { Fault } from '../../parts/Fault.tsx';
import { kindOfField } from '../../parts/picker/kinds.ts';
import { RecordPicker } from '../../parts/picker/RecordPicker.tsx';
import { useWords } from '../../words/index.ts';
import { Explanation } from './explanation.tsx';

const ResourceDocument = graphql(`
  query ResourceIndicator($id: ID!) {
    apiResource(id: $id) { id indicator }
  }
`);

const ExplainDocument = graphql(`
  query Explain(
    $input: ExplainTokenExchangeInput!, $resources: Boolean!, $roles: Boolean!, $organizations: Boolean!, $organizationRoles: Boolean!
  ) {
    explainTokenExchange(input: $input) {
      outcome { isGranted error errorDescription scope expiresIn }
      client { application { id displayName } isSuspended isThirdParty tokenExchangeAllowed type }
      subject { state user { id displayName } }
      target { accessTokenTtl apiResource @include(if: $resources) { id displayName indicator } }
      membership { isMember organization { id displayName } }
      scopes {
        name isGranted reason
        through {
          role @include(if: $roles) { id displayName }
          organizationRole @include(if: $organizationRoles) { id displayName }
          organization @include(if: $organizations) { id displayName }
        }
        inOtherOrganizations {
          role @include(if: $roles) { id displayName }
          organizationRole @include(if: $organizationRoles) { id displayName }
          organization @include(if: $organizations) { id displayName }
        }
      }
    }
  }
`);

/** What the explanation of any exchange requires. */
const explanationPermissions = ['applications:read', 'users:read', 'roles:read', 'resources:read'];

/** Why a token exchange is granted or refused, and what mends it. Every parameter is in the address. */
export function Explain(): ReactNode {
  const words = useWords();
  const { app, user, resource, org } = useAddress();
  const may = useMay();
  const gates = {
    resources: may('resources:read'),
    roles: may('roles:read'),
    organizations: may('organizations:read'),
    organizationRoles: may('organization-roles:read'),
  };
  const isKnown = gates.resources && Boolean(resource);
  const [{ data: target }] = useQuery({ query: ResourceDocument, variables: { id: resource ?? '' }, pause: !isKnown });
  // Who may not read API resources names one by its indicator.
  const indicator = gates.resources ? target?.apiResource?.indicator : resource;
  const input = {
    applicationId: app ?? '',
    userId: user ?? '',
    resource: indicator ?? '',
    ...(org ? { organizationId: org } : {}),
  };
  // Those of one organization may ask within it only.
  const isEverywhere = explanationPermissions.every((permission) => may(permission));
  const isComplete = Boolean(app && user && indicator && (isEverywhere || org));
  const [{ data, error }, again] = useQuery({
    query: ExplainDocument,
    variables: { input, ...gates },
    pause: !isComplete,
  });
  const explanation = data?.explainTokenExchange;
  return (
    <article className="stack">
      <h1>{words.explain.title}</h1>
      <p className="soft" style={{ margin: 0 }}>
        {words.explain.intro}
      </p>
      <div className="card padded columns">
        <Picker field="applicationId" name="app" label={words.explain.application} value={app} />
        <Picker field="userId" name="user" label={words.explain.user} value={user} />
        <Picker
          field="apiResourceId"
          name="resource"
          label={gates.resources ? words.explain.resource : words.label('indicator')}
          value={resource}
        />
        <Picker
          field="organizationId"
          name="org"
          label={words.explain.organization}
          value={org}
          isRequired={!isEverywhere}
        />
      </div>
      {error && !explanation ? <Fault error={error} again={again} /> : null}
      {isComplete && explanation ? <Explanation explanation={explanation} input={input} /> : null}
      {isComplete ? null : <p className="empty card">{words.explain.choose}</p>}
    </article>
  );
}

interface PickerProps {
  field: string;
  name: 'app' | 'user' | 'resource' | 'org';
  label: string;
  value: string | undefined;
  isRequired?: boolean;
}

function Picker({ field, name, label, value, isRequired = true }: PickerProps): ReactNode {
  const setAddress = useSetAddress();
  const kind = kindOfField(field);
  if (!kind) return null;
  const set = (next: unknown): void =>
    setAddress({ [name]: typeof next === 'string' && next !== '' ? next : undefined });
  return <RecordPicker label={label} kind={kind} isMany={false} value={value} onChange={set} required={isRequired} />;
}
