import { isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { nestedTypeInfo, readField, type ZodField } from '../../src/graphql/schema/zod-fields.ts';
import { publishedShape } from '../../src/rest/reads/record-views.ts';
import { webhookDeliveryBodyShape } from '../../src/vocabulary/records/delivery-shapes.ts';
import { eventShape } from '../../src/vocabulary/catalog/event-shape.ts';
import { publishedTypeOf, type RecordKind, recordKinds } from '../../src/vocabulary/kinds.ts';
import {
  organizationApplicationShape,
  organizationUserShape,
} from '../../src/vocabulary/records/organization-shapes.ts';
import { lockShape, sessionShape } from '../../src/vocabulary/records/people-shapes.ts';
import { linkOf } from '../../src/vocabulary/shape-parts.ts';
import { signInExperienceShape } from '../../src/vocabulary/sign-in-experience.ts';

/** Their shapes in REST have nested records, or the input type of a policy. */
const extended: Partial<Record<RecordKind, z.ZodObject>> = {
  organizationUser: organizationUserShape,
  organizationApplication: organizationApplicationShape,
  signInExperience: signInExperienceShape,
};

/** The public shapes of records, and of what belongs to a record, by the name of the GraphQL type. */
const shapes: [string, z.ZodObject][] = [
  ...recordKinds.map((kind): [string, z.ZodObject] => [publishedTypeOf(kind), extended[kind] ?? publishedShape(kind)]),
  ['EventActor', eventShape.shape.actor],
  ['EventCause', eventShape.shape.cause],
  ['EventSubject', eventShape.shape.subject],
  ['Session', sessionShape],
  ['UserLock', lockShape],
  ['WebhookDelivery', webhookDeliveryBodyShape],
];

/** A field as SDL: "[URL!]!" */
const typeText = ({ type, required }: ZodField<string>): string => {
  const name = Array.isArray(type) ? `[${typeText(type[0])}]` : typeof type === 'string' ? type : type.name;
  return required ? `${name}!` : name;
};

const nestedType = (object: z.ZodObject, path: string): string =>
  nestedTypeInfo(object, path).name.replace(/Input$/, '');

describe.each(shapes)('the GraphQL type %s', (name, { shape }) => {
  const type = schema.getType(name);
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const parts = Object.entries<z.ZodType>(shape).map(([field, part]) => ({ field, part, link: linkOf(part) }));

  it('has the fields of the public shape, with their types and descriptions', () => {
    const expected = parts
      .filter(({ link }) => link === undefined)
      .map(({ field, part }) => ({ field, ...readField(part, field, nestedType) }))
      .map((part) => ({ field: part.field, type: typeText(part), description: part.description }));
    const actual = expected.map(({ field, description }) => ({
      field,
      type: String(fields[field]?.type),
      // One without a description states it by name and type (schema.test.ts).
      description: fields[field]?.description ?? description,
    }));
    expect(actual).toEqual(expected);
  });

  it('has a field to each related record instead of the id', () => {
    const related = parts.filter(({ link }) => link !== undefined);
    expect(related.filter(({ field, link }) => field in fields || !((link ?? '') in fields))).toEqual([]);
  });
});
