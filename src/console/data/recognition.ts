// How records are distinguished whose names are equal: the only place that knows it for each kind.

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
  apiResource?: { indicator: string } | null;
}

interface Kind {
  /** Name of the type in GraphQL. */
  type: string;
  /** What is selected besides the name. */
  selection: string;
  line: (record: Recognizable) => string | null | undefined;
}

const description = {
  selection: 'description',
  line: ({ description: text }: Recognizable) => text,
};

/** By the prefix of their ids: people have an address, applications and organizations their id, APIs the indicator. */
const kinds: Readonly<Record<string, Kind>> = {
  user: {
    type: 'User',
    selection: 'email username phone',
    line: ({ displayName, email, username, phone }) =>
      [email, username, phone].find((address) => address && address !== displayName),
  },
  app: { type: 'Application', selection: '', line: ({ id }) => id },
  org: { type: 'Organization', selection: '', line: ({ id }) => id },
  res: { type: 'ApiResource', selection: 'indicator', line: ({ indicator }) => indicator },
  scope: {
    type: 'Scope',
    selection: 'apiResource { id indicator }',
    line: ({ apiResource }) => apiResource?.indicator,
  },
  hook: { type: 'Webhook', selection: 'url', line: ({ url }) => url },
  role: { type: 'Role', ...description },
  org_role: { type: 'OrganizationRole', ...description },
  org_scope: { type: 'OrganizationScope', ...description },
};

const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf('_'));

/** The line below the name of a record; null if nothing else is known of it. */
export const secondLine = (record: Recognizable): string | null => kinds[prefixOf(record.id)]?.line(record) || null;

/** What a document selects of a type so that its records have a second line. */
export const selectionOf = (type: string): string =>
  Object.values(kinds).find((kind) => kind.type === type)?.selection ?? '';

/** A record in one line of text, as fields have it. */
export const nameWithLine = (record: Recognizable): string =>
  [record.displayName, secondLine(record)].filter(Boolean).join(' · ');

/** Whether it is a person, whose sign is round. */
export const isPerson = ({ id }: Recognizable): boolean => prefixOf(id) === 'user';

/** The first letters of the first and of the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase() || '·';
}
