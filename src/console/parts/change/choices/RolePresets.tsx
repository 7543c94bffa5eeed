import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { client } from '../../../data/client.ts';
import { graphql, type ResultOf } from '../../../data/graphql.ts';
import { useMay } from '../../../data/viewer.ts';
import { useWords } from '../../../words/index.ts';
import { pickerOf } from '../../picker/kinds.ts';
import { RecordPicker } from '../../picker/RecordPicker.tsx';
import type { BeginningProps } from './beginning-props.ts';
import { Choices } from './Choices.tsx';

const ScopesDocument = graphql(`
  query PresetScopes($id: ID!, $after: String) {
    apiResource(id: $id) {
      id displayName
      scopes(first: 100, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } }
    }
  }
`);

const OnlyResourceDocument = graphql(`
  query OnlyResource { apiResources(first: 2, filter: { isBuiltIn: false }) { nodes { id } } }
`);

type QueriedResource = NonNullable<ResultOf<typeof ScopesDocument>['apiResource']>;

interface Resource {
  name: string;
  scopes: readonly { id: string; name: string }[];
}

/** An API resource with all of its scopes; null if there is none with this id. */
async function readResource(id: string): Promise<Resource | null> {
  const scopes: { id: string; name: string }[] = [];
  let after: string | null = null;
  for (;;) {
    const resource: QueriedResource | null =
      (await client.query(ScopesDocument, { id, after }).toPromise()).data?.apiResource ?? null;
    if (!resource?.scopes) return null;
    scopes.push(...resource.scopes.nodes);
    if (!resource.scopes.pageInfo.hasNextPage) return { name: resource.displayName, scopes };
    after = resource.scopes.pageInfo.endCursor;
  }
}

const apiResources = pickerOf('apiResource');

/** A scope that reads, by its name: `read`, or such as `orders:read`. */
const isReading = ({ name }: { name: string }): boolean => /(^|[:.])read$/.test(name);

/** A role for those who read from an API resource, for those who do everything there, or an empty one. */
export default function RolePresets({ begin }: BeginningProps): ReactNode {
  const words = useWords();
  const { rolePresets: presets } = words.change;
  const mayChoose = useMay()('resources:read');
  const [picked, choose] = useState<string | null>();
  const only = useOnlyResource();
  const chosen = picked === undefined ? only : (picked ?? undefined);
  const resource = useResource(chosen);
  const preset = (key: 'reader' | 'administrator', scopes: Resource['scopes']) => ({
    key,
    title: presets[key].title,
    text: presets[key].text,
    note: presets.scopes(scopes.length),
    choose: () => begin({ name: presets[key].name(resource?.name ?? ''), scopeIds: scopes.map(({ id }) => id) }),
  });
  const reading = resource?.scopes.filter(isReading) ?? [];
  return (
    <div className="stack">
      {mayChoose && apiResources ? (
        <RecordPicker
          label={words.kinds.ApiResource}
          description={presets.choose}
          kinds={[apiResources]}
          isMany={false}
          value={chosen}
          onChange={(id) => choose(typeof id === 'string' ? id : null)}
        />
      ) : null}
      <Choices
        label={words.common.newRole}
        choices={[
          ...(resource && reading.length > 0 ? [preset('reader', reading)] : []),
          ...(resource && resource.scopes.length > 0 ? [preset('administrator', resource.scopes)] : []),
          { key: 'none', ...presets.none, choose: () => begin({ scopeIds: [] }) },
        ]}
      />
    </div>
  );
}

/** The only API resource of one's own, which is chosen before anyone chooses; undefined if there are others. */
function useOnlyResource(): string | undefined {
  const pause = !useMay()('resources:read');
  const [{ data }] = useQuery({ query: OnlyResourceDocument, pause, requestPolicy: 'cache-and-network' });
  const [first, ...others] = data?.apiResources?.nodes ?? [];
  return others.length === 0 ? first?.id : undefined;
}

/** The chosen API resource, once it is read. */
function useResource(id: string | undefined): Resource | null {
  const [resource, setResource] = useState<Resource | null>(null);
  useEffect(() => {
    let isLatest = true;
    setResource(null);
    if (id) void readResource(id).then((read) => isLatest && setResource(read));
    return () => {
      isLatest = false;
    };
  }, [id]);
  return resource;
}
