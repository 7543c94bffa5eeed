import { Prisma } from '../../generated/prisma/client.ts';

/** Parsed JSON (domain/json.ts) for a JSON column. */
export const json = (value: object) => value as Prisma.InputJsonObject;

/** The same for a nullable column: null is the NULL of SQL, not that of JSON. */
export const jsonOrNull = (value: object | null) => (value ? json(value) : Prisma.DbNull);
