import type { ReactNode } from 'react';
import { nameWithLine, type Recognizable } from '../../data/records/recognition.ts';

/** Names of records in a line. */
export const RecordNames = ({ records }: { records: readonly Recognizable[] }): ReactNode =>
  records.map((record, index) => (
    <span key={record.id}>
      {index > 0 ? ', ' : ''}
      <bdi>{nameWithLine(record)}</bdi>
    </span>
  ));
