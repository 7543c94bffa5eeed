// The fields by which people recognize records, also those whose names are equal: only this file knows them by kind.

import { providerLabels } from '../../../vocabulary/identity-providers/provider-labels.ts';
import { presetNameOf } from '../preset-name.ts';

/** A record with its name, and the fields of its kind that are read here. */
export interface Recognizable {
  id: string;
  displayName: string;
  email?: string | null;
  username?: string | null;
  phone?: string | null;
  indicator?: string | null;
  description?: string | null;
  url?: string | null;
  prefix?: string | null;
  driver?: string | null;
  preset?: string | null;
  domains?: readonly string[] | null;
  login?: string | null;
  apiResource?: { indicator: string } | null;
  organization?: { displayName: string } | null;
}

interface Kind {
  /** Name of the type in GraphQL. */
  type: string;
  /** The fields of the type, as a document selects them. */
  selection: string;
  line?: (record: Recognizable) => string | null | undefined;
}

/** The service or protocol of a preset of identity providers. */
function labelOf(preset: string | null | undefined): string | undefined {
  const name = presetNameOf(preset);
  return name && providerLabels[name];
}

const described = {
  selection: 'displayName description',
  line: ({ description }: Recognizable) => description,
};

/** By the prefix of their ids: people have an address, applications and organizations their id, APIs the indicator. */
const kinds: Readonly<Record<string, Kind>> = {
  user: {
    type: 'User',
    selection: 'displayName email username phone',
    line: ({ displayName, email, username, phone }) =>
      [email, username, phone].find((address) => address && address !== displayName),
  },
  app: { type: 'Application', selection: 'displayName', line: ({ id }) => id },
  app_secret: {
    type: 'ApplicationSecret',
    selection: 'displayName: name prefix lastUsedAt application { id jwks secrets { id } }',
    line: ({ prefix }) => `${prefix}…`,
  },
  org: { type: 'Organization', selection: 'displayName', line: ({ id }) => id },
  inv: {
    type: 'OrganizationInvitation',
    selection: 'displayName organization { id displayName }',
    line: ({ organization }) => organization?.displayName,
  },
  res: { type: 'ApiResource', selection: 'displayName indicator', line: ({ indicator }) => indicator },
  scope: {
    type: 'Scope',
    selection: 'displayName apiResource { id indicator }',
    line: ({ apiResource }) => apiResource?.indicator,
  },
  hook: { type: 'Webhook', selection: 'displayName url', line: ({ url }) => url },
  conn: { type: 'Connector', selection: 'displayName driver', line: ({ driver }) => driver },
  idp: {
    type: 'IdentityProvider',
    selection: 'displayName preset domains',
    line: ({ displayName, domains, preset }) =>
      [domains?.join(', '), labelOf(preset)].find((line) => line && line !== displayName),
  },
  ident: { type: 'UserIdentity', selection: 'displayName: subject login: name', line: ({ login }) => login },
  role: { type: 'Role', ...described },
  org_role: { type: 'OrganizationRole', ...described },
  org_scope: { type: 'OrganizationScope', ...described },
  ott: { type: 'OneTimeToken', selection: 'displayName' },
  exp: { type: 'SignInExperience', selection: 'displayName' },
  key: { type: 'SigningKey', selection: 'algorithm' },
  dlv: { type: 'WebhookDelivery', selection: 'eventType' },
};

const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf('_'));

/** The line below the name of a record; null if nothing else is known of it. */
export const secondLine = (record: Recognizable): string | null => kinds[prefixOf(record.id)]?.line?.(record) || null;

/** Whether records of this id's kind are recognized by more than a name. */
export const isRecognized = (id: string): boolean => kinds[prefixOf(id)]?.line !== undefined;

/** The fields that a document selects of a type so that its records are recognized. */
export const selectionOf = (type: string): string =>
  Object.values(kinds).find((kind) => kind.type === type)?.selection ?? 'displayName';

/** The fields that a document selects of a record of any kind. */
export const selectionOfAny = Object.values(kinds)
  .map(({ type, selection }) => `... on ${type} { ${selection} }`)
  .join(' ');

/** A record in one line of text, as fields have it. */
export const nameWithLine = (record: Recognizable): string =>
  [record.displayName, secondLine(record)].filter(Boolean).join(' · ');

/** Whether it is a person, whose sign is round. */
export const isPerson = ({ id }: Pick<Recognizable, 'id'>): boolean => prefixOf(id) === 'user';

/** The first letters of the first and of the last word of a name; of its numbers, if it has no word. */
export function initialsOf(name: string): string {
  const words =
    name.match(/(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}\p{M}'’-]*/gu) ?? name.match(/\p{N}[\p{L}\p{N}\p{M}]*/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase() || '·';
}
