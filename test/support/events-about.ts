import type { TestIssuer } from './issuer.ts';

const readEvents = ({ database }: Pick<TestIssuer, 'database'>, subjectId: string) =>
  database.prisma.event.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } });

/** The types of the events about a record, in order. */
export const eventTypesAbout = async (issuer: Pick<TestIssuer, 'database'>, subjectId: string): Promise<string[]> =>
  (await readEvents(issuer, subjectId)).map(({ type }) => type);

/** The same, each with the fields that changed: "User.Data.Updated factors". */
export const changesAbout = async (issuer: Pick<TestIssuer, 'database'>, subjectId: string): Promise<string[]> =>
  (await readEvents(issuer, subjectId)).map(({ type, data }) =>
    [type, ...((data as { changed?: string[] }).changed ?? [])].join(' '),
  );
