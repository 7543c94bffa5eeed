import type { TypedDocumentNode } from '@urql/core';
import type { ComponentType, ReactNode } from 'react';
import type { OperationName } from '../../data/needs.ts';
import type { DialogName, Search } from '../../data/address.ts';
import type { FeedEvent } from '../../data/feed/feed.ts';
import type { Words } from '../../words/index.ts';

/** A page of records, under the name `page` in every document of a list. */
export interface Page<Row> {
  nodes: readonly Row[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

// oxlint-disable-next-line typescript/no-explicit-any -- variables differ by list: filters and orders are enumerations
export type ListDocument<Data> = TypedDocumentNode<Data, any>;

export interface Column<Row> {
  key: string;
  title: (words: Words) => string;
  show: (row: Row, words: Words) => ReactNode;
  /** "name" leads to the record; "state" and "minor" say what a narrow screen does with it. */
  role?: 'name' | 'state' | 'minor';
  /** The permission that its field requires, if the list does not require it. */
  permission?: string;
  /** The field that orders the list by it. */
  order?: string;
  /** Whether it is shown only if it is chosen. */
  isExtra?: true;
}

/** A filter: true, false or any; one of several values; or what `input` takes: for `record`, a record by its name. */
export interface Filter {
  key: string;
  /** Default: the label of the key. */
  title?: (words: Words) => string;
  values?: readonly string[];
  /** A value in words; default: its label. */
  nameOf?: (value: string) => string;
  input?: 'text' | 'number' | 'time' | 'event type' | 'record' | 'actor';
  /** Whether it is shown only if it is added. */
  isExtra?: true;
  /** The condition of a value; default: the value itself. */
  read?: (value: string) => unknown;
}

/** A number of records, which may be counted up to a bound only. */
export interface Total {
  totalCount: number | null;
  totalCountIsExact: boolean | null;
}

/** A list: what it queries and shows. The address holds search, filters, order and page. */
export interface ListDefinition<Row extends { id: string }> {
  title: (words: Words) => string;
  /** The purpose of the list, for when it is empty. */
  empty: (words: Words) => string;
  document: ListDocument<{ page: Page<Row> | null }>;
  count: ListDocument<{ page: Total | null }>;
  /** Variables of the document that include fields with a permission of their own: the permission of each. */
  gates?: Readonly<Record<string, string>>;
  /** Its order if the address has none, such as "-CREATED_AT". */
  order: string;
  orders: readonly { field: string; title: (words: Words) => string }[];
  /** Whether the platform searches it by text. */
  isSearchable?: boolean;
  /** The filter of a text that identifies records, such as an id. */
  find?: {
    hint: (words: Words) => string;
    /** Filters; null if it means none. */
    read: (text: string, words: Words) => Readonly<Record<string, string>> | null;
    /** Path of the page of the record; null if it means none. */
    open?: (text: string) => string | null;
  };
  /** Its route of the REST API, below /api; null if no route has what the filter selects. */
  rest: string | ((filter: Readonly<Record<string, unknown>>) => string | null);
  /** Whether its route has no export. */
  isNotExported?: true;
  filters: readonly Filter[];
  /** Conditions at hand, beside the search. */
  shortcuts?: ComponentType;
  /** Conditions of all its records, if it is part of the page of a record: they are not in the address. */
  within?: Readonly<Record<string, string>>;
  columns: readonly Column<Row>[];
  nameOf: (row: Row, words: Words) => string;
  /** Path of the page of a record. */
  pathOf?: (row: Row) => string;
  /** Mutation that creates a record. */
  create?: {
    operation: OperationName;
    title: (words: Words) => string;
    /** The button for the first one, in an empty list; default: the choices that the mutation begins with. */
    first?: string;
    input?: Readonly<Record<string, unknown>>;
  };
  /** The dialog that creates many records from a file, by the name that an address gives it. */
  imports?: { name: DialogName; operation: OperationName; title: (words: Words) => string };
  /** Changes of the selected records. */
  actions?: readonly ListAction<Row>[];
  /** Operations that a job can run for all that match. */
  jobs?: readonly JobAction[];
  /** Whether its pages are read forward only. */
  isForward?: true;
  /** Whether its records change without events: it is read again and again. */
  isPolled?: true;
  /** Events that can change which rows it has, but name other records: it is read again, and shown as it is then. */
  isAbout?: (event: FeedEvent) => boolean;
  /**
   * Follows records that change without events, until the returned function is called. What came between the reading
   * of the list and the call of `onBegin` is not announced: the list is read again.
   */
  follow?: (
    where: NonNullable<Search['where']>,
    onNew: (ids: readonly string[]) => void,
    onBegin: () => void,
  ) => () => void;
  /** The id of the new record that an event announces; null if it announces none. */
  newId?: (event: FeedEvent, where: NonNullable<Search['where']>) => string | null;
}

interface JobAction {
  title: (words: Words) => string;
  /** The input of `startJob`, besides filter and search. */
  input: Readonly<Record<string, unknown>>;
}

export interface ListAction<Row> {
  /** Whether it is offered if one row is selected only, or only if there are more; default: in both cases. */
  takes?: 'one' | 'many';
  /** A key that opens it. */
  key?: string;
  operation: OperationName;
  /** A verb, and how many records are changed. */
  title: (words: Words, number: number) => string;
  input: (rows: readonly Row[]) => Record<string, unknown>;
}
