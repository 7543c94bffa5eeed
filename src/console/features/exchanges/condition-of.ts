import { isRecordId } from '../../parts/record/record-id.ts';

const filters: Readonly<Record<string, string>> = {
  user: 'userId',
  app: 'applicationId',
  res: 'apiResourceId',
  org: 'organizationId',
};

/** The filter of the exchanges of a record, by its id; null if no exchange names records of its kind. */
export function conditionOf(text: string): Readonly<Record<string, string>> | null {
  const filter = isRecordId(text) ? filters[text.slice(0, text.lastIndexOf('_'))] : undefined;
  return filter === undefined ? null : { [filter]: text };
}
