import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import { useMay } from '../../data/viewer.ts';
import { StateMark } from '../marks.tsx';
import { ScopeChips } from '../picker/ScopeChips.tsx';
import { Folded } from '../change/fields/Folded.tsx';
import type { Mapping, Target } from './policy.ts';
import { ScopeNames } from './ScopeNames.tsx';
import { useTexts } from './use-texts.ts';

const ScopesDocument = graphql(`
  query TargetScopes($id: ID!) { apiResource(id: $id) { id scopes(first: 100) { nodes { id name } pageInfo { hasNextPage } } } }
`);

interface Props {
  target: Target;
  record: Recognizable;
  /** Whether it can get only what the token carries. */
  isNeverWider: boolean;
  error?: string;
  set: (target: Target) => void;
}

/** An API resource for which an application can exchange: the scopes that it can get, as chips, and its mappings. */
export function TargetField({ target, record, isNeverWider, error, set }: Props): ReactNode {
  const { form: texts } = useTexts();
  const pause = !useMay()('resources:read');
  const [{ data }] = useQuery({ query: ScopesDocument, variables: { id: record.id }, pause });
  const scopes = data?.apiResource?.scopes;
  const names = scopes?.nodes.map(({ name }) => name) ?? [];
  // One that the API resource does not have may be created later, and more than a page of them is not compared.
  const missing =
    scopes && !scopes.pageInfo.hasNextPage
      ? new Set([...target.scopes, ...target.mappings.flatMap(({ allows }) => allows)]).difference(new Set(names))
      : new Set<string>();
  const withoutScopes = isNeverWider ? texts.scopesOfToken : texts.scopesText;
  return (
    <div className="stack tight">
      <ScopeChips
        label={texts.scopesOf(nameWithLine(record))}
        description={withoutScopes}
        example={names[0]}
        data={names}
        value={[...target.scopes]}
        onChange={(scopes) => set({ ...target, scopes })}
        {...(error === undefined ? {} : { error })}
      />
      <span role="status">
        {missing.size > 0 ? (
          <StateMark tone="warn">
            {texts.noSuchScope(record.displayName)} <ScopeNames names={[...missing]} />
          </StateMark>
        ) : null}
      </span>
      {isNeverWider || target.mappings.length > 0 ? (
        <Mappings {...{ names }} mappings={target.mappings} set={(mappings) => set({ ...target, mappings })} />
      ) : null}
    </div>
  );
}

interface MappingsProps {
  mappings: readonly Mapping[];
  /** The scopes of the API resource. */
  names: readonly string[];
  set: (mappings: readonly Mapping[]) => void;
}

function Mappings({ mappings, names, set }: MappingsProps): ReactNode {
  const { form: texts } = useTexts();
  const replaced = (index: number, next: Mapping): Mapping[] => mappings.map((one, at) => (at === index ? next : one));
  return (
    <Folded summary={texts.mappings} opens={mappings.length > 0}>
      <div className="stack tight">
        <p className="soft">{texts.mappingsText}</p>
        {mappings.map((mapping, index) => (
          // The position is what identifies a mapping that is being typed.
          <div key={index} className="mapping">
            <TextInput
              label={texts.carried}
              required
              value={mapping.carried}
              onChange={({ currentTarget }) => set(replaced(index, { ...mapping, carried: currentTarget.value }))}
            />
            <ScopeChips
              label={texts.allows}
              required
              example={names[0]}
              data={[...names]}
              value={[...mapping.allows]}
              onChange={(allows) => set(replaced(index, { ...mapping, allows }))}
            />
            <Button
              variant="subtle"
              aria-label={texts.removeMapping(index + 1)}
              onClick={() => set(mappings.filter((_one, at) => at !== index))}
            >
              ×
            </Button>
          </div>
        ))}
        <Button variant="default" className="at-start" onClick={() => set([...mappings, { carried: '', allows: [] }])}>
          {texts.addMapping}
        </Button>
      </div>
    </Folded>
  );
}
