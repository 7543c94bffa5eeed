import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperationName } from '../../data/needs.ts';
import type { RecordName } from '../../data/records/record-names.ts';
import { useWords } from '../../words/index.ts';

const day = 86_400_000;

/** Whether a day, at 00:00 UTC, is today or was yesterday, when the last hours may belong to it. */
const isRecent = (at: string | null | undefined): boolean =>
  at !== null && at !== undefined && Date.now() - Date.parse(at) < 2 * day;

/**
 * The name that is typed before a secret is revoked that is in use, or that is the last one: what uses it stops working
 * at once. Null for all else.
 */
export function textToType(name: OperationName, names: ReadonlyMap<string, RecordName>): string | null {
  if (name !== 'revokeApplicationSecret') return null;
  const secret = [...names.values()].find(({ kind }) => kind === 'applicationSecret');
  return secret && (isRecent(secret.lastUsedAt) || secret.isLast) ? secret.name : null;
}

/** A text that is typed so that nothing of weight is done by mistake. */
export function Confirmation({
  text,
  typed,
  onType,
}: {
  text: string;
  typed: string;
  onType: (typed: string) => void;
}): ReactNode {
  const { change: texts } = useWords();
  return (
    <TextInput
      className="confirmation"
      label={texts.typeName(text)}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
