import { isObject } from './is-object.ts';
import { isOperation, type OperationName } from './needs.ts';

/** The dialogs that can be open above a page: the form of a mutation, or the import of a file. */
export type DialogName = OperationName | 'importUsers';

/** The query of an address. Everything that a page shows can be linked. */
export interface Search {
  /** Text of the search. */
  q?: string;
  /** Order of a list: a field, with "-" before it for descending. */
  order?: string;
  /** Columns of a list, by their keys, with commas between them. */
  columns?: string;
  /** Cursors of a page. */
  after?: string;
  before?: string;
  /** Filters of a list. */
  where?: Readonly<Record<string, string | boolean>>;
  /** The id of a row that is shown beside its list. */
  peek?: string;
  /** The open dialog, and the prefilled input of its mutation. */
  do?: DialogName;
  with?: Readonly<Record<string, unknown>>;
  /** The step of a guide that has opened the dialog. */
  step?: string;
  /** The id of another event, with which that of the page is compared. */
  compare?: string;
  /** The id of a trial sign-in, whose result is shown. */
  trial?: string;
  /** Parameters of an explanation. */
  app?: string;
  user?: string;
  resource?: string;
  org?: string;
  /** With spaces between them; if it is empty, none is requested. */
  scopes?: string;
}

const texts = [
  'q',
  'order',
  'columns',
  'after',
  'before',
  'peek',
  'step',
  'compare',
  'trial',
  'app',
  'user',
  'resource',
  'org',
  'scopes',
] as const;

/** The scopes of an explanation, as the input of explainTokenExchange. */
export const requestedScopes = (scopes: string | undefined): { scopes?: string[] } =>
  scopes ? { scopes: scopes.split(/\s+/) } : {};

/** Reads the query of an address; what is not of its type is left out. */
export function readSearch(query: Record<string, unknown>): Search {
  const search: Search = {};
  for (const name of texts) {
    const value = query[name];
    if (typeof value === 'string' || typeof value === 'number') search[name] = String(value);
  }
  const dialog = query['do'];
  if (isDialog(dialog)) search.do = dialog;
  if (isObject(query['where'])) search.where = plainValues(query['where']);
  if (isObject(query['with'])) search.with = query['with'];
  return search;
}

const isDialog = (value: unknown): value is DialogName =>
  typeof value === 'string' && (value === 'importUsers' || isOperation(value));

const plainValues = (query: Record<string, unknown>): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  );
