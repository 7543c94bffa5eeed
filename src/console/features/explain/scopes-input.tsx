import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress, useSetAddress } from '../../data/use-address.ts';
import { useClosingList } from '../../parts/picker/use-closing-list.ts';
import { useTexts } from './use-texts.ts';

/** The scopes that the exchange would request: those of the API resource are offered, others are typed. */
export default function ScopesInput({ offered }: { offered: readonly { name: string }[] }): ReactNode {
  const texts = useTexts();
  const { scopes = '' } = useAddress();
  const setAddress = useSetAddress();
  const list = useClosingList();
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
      {...list}
      onClick={list.onDropdownOpen}
      onSearchChange={(text) => text !== '' && list.onDropdownOpen()}
    />
  );
}
