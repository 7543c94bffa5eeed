import { useParams } from '@tanstack/react-router';

/** The id in the address of a record's page. */
export const useRecordId = (): string => useParams({ strict: false, select: ({ id = '' }: { id?: string }) => id });
