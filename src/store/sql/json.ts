import { Prisma } from '../../generated/prisma/client.ts';

/** An object that was parsed as JSON (domain/json.ts), for a JSON column. */
export const json = (value: object) => value as Prisma.InputJsonObject;

/** The same for a column that may be empty: null is SQL's NULL there, not JSON's null. */
export const jsonOrNull = (value: object | null) => (value ? json(value) : Prisma.DbNull);
