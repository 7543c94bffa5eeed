import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { projectFolder } from '../testing/steps.ts';
import { labelNames } from './label-names.ts';
import { describeNeeds, describeOperations } from './operations.ts';

/** Writes what the console derives from schema.graphql: types of documents, the operations
 * with their forms, and the names that need a label in each language. */
export function generate(): void {
  const folder = join(projectFolder, 'src/console/generated');
  const schema = buildSchema(readFileSync(join(projectFolder, 'schema.graphql'), 'utf8'));
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  const types = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.d.ts'), types);
  const operations = describeOperations(schema);
  writeFileSync(join(folder, 'operations.json'), JSON.stringify(operations));
  writeFileSync(join(folder, 'needs.json'), JSON.stringify(describeNeeds(schema)));
  const names = labelNames(schema, operations).map((name) => `  | '${name}'`);
  writeFileSync(join(folder, 'label-names.d.ts'), ['export type LabelName =', ...names].join('\n') + ';\n');
}
