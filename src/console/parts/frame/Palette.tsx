import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../data/graphql.ts';
import { operationNames } from '../../data/needs.ts';
import { useOpenChange } from '../../data/use-address.ts';
import { useMay, useMayRun } from '../../data/viewer.ts';
import { titleOf, useActs } from '../../words/acts/index.ts';
import { useWords, type Words } from '../../words/index.ts';
import { Identity } from '../identity/Identity.tsx';
import { pathOfId } from '../record/path-of-id.ts';
import { isRecordId, pathOfAttempt, referenceOf } from '../record/record-id.ts';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';
import { useRecognizables } from '../../data/records/record-names.ts';
import { keywordsOfPages } from './keywords.ts';
import { ranked } from './ranked.ts';
import { usePlaces } from './use-places.ts';

const FindDocument = graphql(`
  query Find($text: String!, $users: Boolean!, $applications: Boolean!, $organizations: Boolean!, $roles: Boolean!, $resources: Boolean!, $identityProviders: Boolean!, $webhooks: Boolean!) {
    users(first: 5, search: $text) @include(if: $users) { nodes { __typename id displayName email username phone } }
    applications(first: 5, search: $text) @include(if: $applications) { nodes { __typename id displayName } }
    organizations(first: 5, search: $text) @include(if: $organizations) { nodes { __typename id displayName } }
    roles(first: 5, search: $text) @include(if: $roles) { nodes { __typename id displayName description } }
    apiResources(first: 5, search: $text) @include(if: $resources) { nodes { __typename id displayName indicator } }
    identityProviders(first: 5, search: $text) @include(if: $identityProviders) { nodes { __typename id displayName preset domains } }
    webhooks(first: 5, search: $text) @include(if: $webhooks) { nodes { __typename id displayName url } }
  }
`);

interface Entry {
  key: string;
  label: string;
  group: string;
  hint?: string;
  keywords?: string | undefined;
  record?: Recognizable;
  go: () => void;
}

/** Pages, changes, records by name, any pasted id. */
export default function Palette({ close }: { close: () => void }): ReactNode {
  const words = useWords();
  const [text, setText] = useState('');
  // Escape closes the options; nothing of the palette is left then.
  const combobox = useCombobox({ defaultOpened: true, onDropdownClose: close });
  const entries = useEntries(text.trim());
  const groups = [...new Set(entries.map(({ group }) => group))];
  const first = entries[0]?.key;
  // Enter takes the first of those that are shown, and not of those before.
  useEffect(() => {
    if (text === '') combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  }, [text, first]);
  const choose = (key: string): void => {
    close();
    entries.find((entry) => entry.key === key)?.go();
  };
  return (
    <Modal.Root opened onClose={close} size="lg" yOffset="8vh">
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={words.palette.title}>
        <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
          <Combobox.EventsTarget>
            <TextInput
              size="md"
              data-autofocus
              aria-label={words.palette.hint}
              placeholder={words.palette.hint}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              p="xs"
            />
          </Combobox.EventsTarget>
          <Combobox.Options mah="50vh" className="palette-options" p="xs" aria-label={words.palette.title}>
            {groups.map((group) => (
              <Combobox.Group key={group} label={group}>
                {entries
                  .filter((entry) => entry.group === group)
                  .map(({ key, label, hint, record }) => (
                    <Combobox.Option key={key} value={key} className="row unwrapped">
                      {record ? <Identity record={record} /> : label} <span className="soft at-end">{hint}</span>
                    </Combobox.Option>
                  ))}
              </Combobox.Group>
            ))}
            {entries.length === 0 ? <Combobox.Empty>{words.palette.none}</Combobox.Empty> : null}
          </Combobox.Options>
        </Combobox>
      </Modal.Content>
    </Modal.Root>
  );
}

function useEntries(text: string): Entry[] {
  const words = useWords();
  const acts = useActs();
  const navigate = useNavigate();
  const openChange = useOpenChange();
  const mayRun = useMayRun();
  const pages = usePages();
  const records = useRecords(text);
  const attempts = useAttempts(text);
  const actions = operationNames
    .filter((name) => mayRun(name))
    .map(
      (name): Entry => ({
        key: name,
        label: `${titleOf(acts, name)}…`,
        group: words.palette.actions,
        go: () => openChange(name),
      }),
    );
  const entries = records.map(
    ({ record, kind, path }): Entry => ({
      key: record.id,
      label: record.displayName,
      group: words.palette.records,
      hint: words.kinds[kind],
      record,
      go: () => void navigate({ to: path }),
    }),
  );
  const pasted = usePasted(text);
  const traces = useTraces(text);
  return [
    ...pasted,
    ...attempts,
    ...ranked(pages, text),
    ...entries,
    ...traces,
    ...(text === '' ? [] : ranked(actions, text).slice(0, 8)),
  ];
}

function usePages(): Entry[] {
  const words = useWords();
  const navigate = useNavigate();
  const places = usePlaces();
  const pages = [
    ...places.map((place) => ({ to: place.path, label: place.title(words), hint: `g ${place.key}` })),
    { to: '/', label: words.navigation.overview },
    { to: '/preferences', label: words.navigation.preferences },
  ];
  return pages.map(({ to, ...page }) => ({
    key: to,
    ...page,
    keywords: keywordsOfPages[to],
    group: words.palette.pages,
    go: () => void navigate({ to }),
  }));
}

const ReferenceDocument = graphql(`
  query FindAttempt($reference: String!) {
    signInAttempts(first: 5, filter: { reference: $reference }) { nodes { id reference user { id displayName email username phone } } }
  }
`);

/** The sign-in attempts with the reference that a text may be: without its dash, it can be a name as well. */
function useAttempts(text: string): Entry[] {
  const words = useWords();
  const navigate = useNavigate();
  const may = useMay();
  const reference = may('users:read') ? referenceOf(text) : null;
  const [{ data }] = useQuery({
    query: ReferenceDocument,
    variables: { reference: reference ?? '' },
    pause: reference === null,
  });
  if (reference === null) return [];
  return (data?.signInAttempts?.nodes ?? []).map(({ reference: key, user }) => ({
    key,
    label: key,
    group: words.palette.records,
    hint: [words.palette.attempt, user && nameWithLine(user)].filter(Boolean).join(' · '),
    go: () => void navigate({ to: pathOfAttempt(key) }),
  }));
}

/** The record of a pasted id: by its name, once that is known. */
function usePasted(text: string): Entry[] {
  const words = useWords();
  const navigate = useNavigate();
  const isId = isRecordId(text) && !text.startsWith('req_');
  const record = useRecognizables(isId ? [text] : []).get(text);
  if (!isId) return [];
  return [
    {
      key: text,
      label: text,
      group: words.palette.records,
      ...(record ? { record, hint: text } : {}),
      go: () => void navigate({ to: `/go/${text}` }),
    },
  ];
}

/** The entries that lead from the id of a request or of a trace to its events, and from an address to its messages. */
function useTraces(text: string): Entry[] {
  const words = useWords();
  const navigate = useNavigate();
  const may = useMay();
  const entry = (label: string, to: string, where: Record<string, string>): Entry => ({
    key: label,
    label,
    group: words.palette.records,
    go: () => void navigate({ to, search: { where } }),
  });
  const { palette } = words;
  const mayReadEvents = may('events:read', 'anywhere');
  if (mayReadEvents && /^req_\w+$/.test(text)) return [entry(palette.ofRequest, '/events', { requestId: text })];
  if (mayReadEvents && /^[0-9a-f]{32}$/.test(text)) return [entry(palette.ofTrace, '/events', { traceId: text })];
  const isAddress = /^(\S+@\S+\.\S+|\+\d{6,})$/.test(text);
  return isAddress && may('users:read') ? [entry(palette.messagesTo(text), '/messages', { recipient: text })] : [];
}

interface FoundRecord {
  record: Recognizable;
  kind: keyof Words['kinds'];
  path: string;
}

function useRecords(text: string): FoundRecord[] {
  const may = useMay();
  const [search] = useDebouncedValue(text, 120);
  const variables = {
    text: search,
    users: may('users:read', 'anywhere'),
    applications: may('applications:read', 'anywhere'),
    organizations: may('organizations:read', 'anywhere'),
    roles: may('roles:read'),
    resources: may('resources:read'),
    identityProviders: may('identity-providers:read'),
    webhooks: may('webhooks:read'),
  };
  const [{ data }] = useQuery({ query: FindDocument, variables, pause: search.length < 2 });
  if (search.length < 2 || !data) return [];
  return Object.values(data).flatMap((page) =>
    (page?.nodes ?? []).flatMap(({ __typename: kind, ...record }) => {
      const path = pathOfId(record.id);
      return path ? [{ record, kind, path }] : [];
    }),
  );
}
