import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useMay } from '../../data/viewer.ts';
import { useTexts } from './use-texts.ts';

const ScopesDocument = graphql(`
  query SuggestedScopes($id: ID!) { apiResource(id: $id) { id scopes(first: 100) { nodes { id name } } } }
`);

/** The scopes that the exchange would request: those of the API resource are offered, others are typed. */
export default function ScopesInput(): ReactNode {
  const texts = useTexts();
  const may = useMay();
  const { resource, scopes = '' } = useAddress();
  const setAddress = useSetAddress();
  const pause = !resource || !may('resources:read');
  const [{ data }] = useQuery({ query: ScopesDocument, variables: { id: resource ?? '' }, pause });
  const offered = pause ? [] : (data?.apiResource?.scopes?.nodes ?? []);
  return (
    <TagsInput
      className="whole-row"
      size="xs"
      label={texts.requested}
      description={texts.requestedHint}
      splitChars={[',', ' ', '\n']}
      data={offered.map(({ name }) => name)}
      value={scopes.split(/\s+/).filter(Boolean)}
      onChange={(names) => setAddress({ scopes: names.join(' ') || undefined })}
      acceptValueOnBlur
      clearable
    />
  );
}
