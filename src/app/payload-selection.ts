import { createPayloadSelection, type PayloadSelection } from '../delivery/webhooks/payload/selection.ts';
import type { SampleServices } from '../delivery/webhooks/sample.ts';
import type { SelectionProblems } from '../kernel/prepare-services.ts';

let loaded: Promise<PayloadSelection> | undefined;

/** Loads the GraphQL schema for the first selection: it takes 40 MB, and most platforms have no selection. */
const load = (): Promise<PayloadSelection> => {
  loaded ??= import('../graphql/schema/schema.ts').then(({ schema }) => createPayloadSelection(schema));
  return loaded;
};

export const selectionProblems: SelectionProblems = async (selection) => (await load()).problems(selection);

export const shape: SampleServices['shape'] = async (selection, event) => (await load()).shape(selection, event);
