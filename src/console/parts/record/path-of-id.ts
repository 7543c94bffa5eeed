/** Pages of records, by the prefix of their ids. */
const pages: Readonly<Record<string, string>> = {
  user: '/users/',
  app: '/applications/',
  org: '/organizations/',
  role: '/roles/',
  res: '/resources/',
  hook: '/webhooks/',
  evt: '/events/',
  org_role: '/organization-roles/',
  org_scope: '/organization-scopes/',
  dlv: '/deliveries/',
  job: '/jobs/',
  conn: '/connectors/',
  idp: '/sign-in/identity-providers/',
};

/** Path of the page of a record; null if its kind has none. */
export function pathOfId(id: string): string | null {
  const page = pages[id.slice(0, id.lastIndexOf('_'))];
  return page ? `${page}${encodeURIComponent(id)}` : null;
}
