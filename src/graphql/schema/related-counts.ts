import type { Belonging } from '../../reads/related-list.ts';
import { gathered } from './gathered.ts';

/** How many of the records that belong to an owner meet a condition (`counted` of reads/related-list.ts). */
interface Question {
  related: Belonging;
  ownerId: string;
  counted: object | undefined;
}

/** The part of a model's client that counts. */
interface Counter {
  groupBy(query: object): Promise<Record<string, unknown>[]>;
}

const modelOf = ({ through, list }: Belonging) => through?.model ?? list.kind;

/**
 * The totals of the parts of a list, those of a whole page of owners with one statement that names them. What the client offers, `_count`
 * of a relation, counts those of all owners that there are as soon as it is asked for more than one.
 */
export const countRelated = gathered<Question, number>(async ({ prisma }, questions) => {
  const alike = Map.groupBy(
    questions,
    ({ related, counted }) => `${modelOf(related)} ${related.owner} ${JSON.stringify(counted)}`,
  );
  const totals = new Map<Question, number>();
  const countAlike = async (asked: readonly [Question, ...Question[]]) => {
    const [{ related, counted }] = asked;
    const { owner } = related;
    const where = { [owner]: { in: asked.map(({ ownerId }) => ownerId) }, ...(counted && { AND: [counted] }) };
    const counter = prisma[modelOf(related)] as unknown as Counter;
    const rows = await counter.groupBy({ by: [owner], where, _count: { _all: true } });
    const found = new Map(rows.map((row) => [row[owner], (row['_count'] as { _all: number })._all]));
    for (const question of asked) totals.set(question, found.get(question.ownerId) ?? 0);
  };
  await Promise.all([...alike.values()].map((asked) => countAlike(asked as [Question, ...Question[]])));
  return questions.map((question) => totals.get(question) ?? 0);
});
