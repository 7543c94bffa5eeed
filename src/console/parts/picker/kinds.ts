import generated from '../../generated/pickers.json' with { type: 'json' };

/** A kind of record that a form can choose: the list that is searched. */
export interface PickerKind {
  /** Field of Query. */
  list: string;
  /** Name of the type of its records. */
  type: string;
  permission: string;
  /** Whether holding it in one organization is enough to find some. */
  isPossibleInOrganization?: boolean;
}

/** By kind what can be chosen, and the kinds of the records that filters of lists name. */
export interface Pickers {
  kinds: Record<string, PickerKind>;
  filters: Record<string, string>;
}

const { kinds, filters }: Pickers = generated;

/** The list from which a record of a kind is chosen; null if there is none. */
export const pickerOf = (kind: string | undefined): PickerKind | null => kinds[kind ?? ''] ?? null;

/** The list from which the record is chosen that a filter of a list names. */
export const pickerOfFilter = (filter: string): PickerKind | null => pickerOf(filters[filter]);
