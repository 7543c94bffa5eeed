import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { projectFolder } from '../testing/steps.ts';
import { describeEvents } from './events.ts';
import { fieldNames, labelNames } from './label-names.ts';
import { describeNeeds, describeOperations, durationsIn } from './operations.ts';
import { describePickers } from './pickers.ts';
import { describeRecords } from './records.ts';
import { describeWords } from './words.ts';

/** Writes what the console derives from schema.graphql and the declarations of operations and events. */
export function generate(): void {
  const folder = join(projectFolder, 'src/console/generated');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(generatedTexts())) writeFileSync(join(folder, name), text);
}

/** The texts of the generated files by name. */
export function generatedTexts(): Record<string, string> {
  const schema = buildSchema(readFileSync(join(projectFolder, 'schema.graphql'), 'utf8'));
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  const operations = describeOperations(schema);
  return {
    'schema.d.ts': outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
    'operations.json': JSON.stringify(operations),
    'operation-words.json': JSON.stringify(describeWords(schema)),
    'records.json': JSON.stringify(describeRecords()),
    'needs.json': JSON.stringify(describeNeeds(schema)),
    'events.json': JSON.stringify(describeEvents()),
    'durations.json': JSON.stringify(durationsIn(operations)),
    'pickers.json': JSON.stringify(describePickers()),
    'label-names.d.ts': [
      unionOf('LabelName', labelNames(schema, operations)),
      unionOf('FieldName', fieldNames(operations)),
    ].join('\n'),
  };
}

const unionOf = (name: string, members: readonly string[]): string =>
  [`export type ${name} =`, ...members.map((member) => `  | '${member}'`)].join('\n') + ';\n';
