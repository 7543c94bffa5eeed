import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../../src/graphql/schema.ts';

type Field = GraphQLField<unknown, unknown>;

/** Records below a list of Query, as the selection of a query, and the coordinates of all lists in it. */
export interface ListQuery {
  name: string;
  query: string;
  lists: string[];
}

export const queryFields: Field[] = Object.values(schema.getQueryType()?.getFields() ?? {});
export const isConnection = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && type.name.endsWith('Connection');
const fieldsOf = (type: GraphQLNamedType): Field[] => (isObjectType(type) ? Object.values(type.getFields()) : []);

/** The record type of a field, through a connection or a list. */
export function recordOf({ type }: Field): GraphQLNamedType {
  const named = getNamedType(type);
  return isConnection(named) ? getNamedType(named.getFields()['nodes']?.type ?? named) : named;
}

const isListField = ({ type }: Field): boolean =>
  isConnection(getNamedType(type)) || (isListType(getNullableType(type)) && !isLeafType(getNamedType(type)));

/** Types that have a list of Query: their fields are selected there. */
const listed = new Set(queryFields.filter((field) => isConnection(getNamedType(field.type))).map(recordOf));

const leavesOf = (type: GraphQLNamedType): string =>
  ['__typename', ...fieldsOf(type).flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : []))].join(
    ' ',
  );

/** All fields of a record and of the records it leads to, except those that a list of Query returns. */
function below(type: GraphQLNamedType, depth: number, seen: string[]): string {
  const composite = fieldsOf(type).filter((field) => !isLeafType(getNamedType(field.type)));
  const parts = depth === 0 ? [] : composite.map((field) => part(type, field, depth, seen));
  return `${leavesOf(type)} ${parts.join(' ')}`;
}

function part(parent: GraphQLNamedType, field: Field, depth: number, seen: string[]): string {
  if (field.args.some(isRequiredArgument)) throw new Error(`${parent.name}.${field.name} needs an argument`);
  if (isListField(field)) seen.push(`${parent.name}.${field.name}`);
  const record = recordOf(field);
  const inner = below(record, listed.has(record) ? 0 : depth - 1, seen);
  const named = getNamedType(field.type);
  return isConnection(named)
    ? `${field.name}(first: 2) { totalCount nodes { ${inner} } }`
    : `${field.name} { ${inner} }`;
}

/** Records of a page of exchanges, the chain of each of which counts as a hundred, and of users with their sessions. */
const fewer = 20;
const heavy = new Set(['exchanges', 'users']);

/** One query for each field of the records of each list of Query, and one for the records alone. */
export function listQueries(first: number): ListQuery[] {
  return queryFields
    .filter((field) => isConnection(getNamedType(field.type)))
    .flatMap((root) => {
      const record = recordOf(root);
      const ask = (selection: string) =>
        `{ ${root.name}(first: ${heavy.has(root.name) ? Math.min(first, fewer) : first}) { totalCount nodes { ${leavesOf(record)} ${selection} } edges { cursor node { __typename ${selection} } } } }`;
      const composite = fieldsOf(record).filter((field) => !isLeafType(getNamedType(field.type)));
      return [
        { name: root.name, query: ask(''), lists: [`Query.${root.name}`] },
        ...composite.map((field): ListQuery => {
          const lists: string[] = [];
          return { name: `${root.name}.${field.name}`, query: ask(part(record, field, 3, lists)), lists };
        }),
      ];
    });
}

/** The coordinates of every list of records that can be reached from Query. */
export function everyList(): string[] {
  const found = new Set<string>();
  const visited = new Set<GraphQLNamedType>();
  const visit = (type: GraphQLNamedType): void => {
    if (visited.has(type) || isLeafType(type)) return;
    visited.add(type);
    for (const field of fieldsOf(type)) {
      if (isListField(field) && !isConnection(type)) found.add(`${type.name}.${field.name}`);
      visit(recordOf(field));
    }
  };
  for (const field of queryFields) {
    if (isListField(field)) found.add(`Query.${field.name}`);
    visit(recordOf(field));
  }
  return [...found].sort();
}
