import { count, plural } from '../../../words/en-numbers.ts';
import type { Widened } from '../../../words/widened.ts';

export const texts = {
  list: {
    search: 'Search',
    searchIn: (list: string) => `Search: ${list}`,
    more: 'Show more',
    find: (what: string) => `Find: ${what}`,
    cannotFind: (what: string) => `This is none of: ${what}.`,
    enter: 'Enter',
    order: 'Order',
    filter: (name: string) => `Filter: ${name}`,
    any: 'any',
    yes: 'yes',
    no: 'no',
    clear: 'Clear filters',
    filters: (number: number) => (number === 0 ? 'Filters' : `Filters (${count.format(number)})`),
    addFilter: 'Filter',
    show: 'Show the list',
    columns: 'Columns',
    moveColumn: (column: string, isEarlier: boolean) => `Move ${column} ${isEarlier ? 'forward' : 'back'}`,
    resetColumns: 'Default columns',
    copyAs: 'Copy as',
    link: 'Link',
    export: 'Export',
    allThatMatch: (number: string) => `All ${number} that match…`,
    previous: 'Previous',
    firstPage: 'First page',
    next: 'Next',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all on this page',
    selected: (number: number) => `${count.format(number)} selected`,
    act: (verb: string, number: number) => `${verb} ${count.format(number)}`,
    selectNone: 'Select none',
    fresh: (number: number) => `${count.format(number)} new: show`,
    loading: 'Loading',
    none: 'Nothing matches. Change the search or the filters.',
    changedBy: (actor: string) => `changed by ${actor}`,
    peek: (name: string) => `${name}, beside the list`,
    orMore: (number: number) => `${count.format(number)}+`,
  },
  exports: {
    running: (megabytes: string) => `Exporting: ${megabytes} MB received`,
    complete: (file: string, records: number | null) =>
      records === null
        ? `The export is complete: ${file}`
        : `The export is complete: ${plural(records, 'record', 'records')} in ${file}`,
    incomplete: (reason: string) =>
      `The export is incomplete: ${reason || 'the connection was lost'}. What was received is not all that matches.`,
    refused: (reason: string) => `The export was refused: ${reason}`,
    saveAnyway: 'Save what was received',
  },
  views: {
    title: (number: number) => (number === 0 ? 'Views' : `Views (${count.format(number)})`),
    none: 'Save search, filters, order and columns under a name. Only you see your views.',
    name: 'Name of the view',
    save: 'Save view',
    remove: (name: string) => `Remove the view ${name}`,
  },
} as const;

export type Texts = Widened<typeof texts>;
