import durations from '../../../generated/durations.json' with { type: 'json' };
import type { Words } from '../../../words/index.ts';

/** The value that a record has in a field, as one line. */
export function shownValue({ duration, list }: Words, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? list.yes : list.no;
  if (typeof value === 'number' && durations.includes(field)) return duration(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
