import { createPayloadSelection } from '../delivery/webhooks/payload/selection.ts';
import type { SampleServices } from '../delivery/webhooks/sample.ts';
import { lazy } from '../domain/lazy.ts';
import type { SelectionProblems } from '../kernel/prepare-services.ts';

/** Loads the GraphQL schema for the first selection: it takes 40 MB, and most platforms have no selection. */
const { load } = lazy(async () => createPayloadSelection((await import('../graphql/schema.ts')).schema));

export const selectionProblems: SelectionProblems = async (selection) => (await load()).problems(selection);

export const shape: SampleServices['shape'] = async (selection, event) => (await load()).shape(selection, event);
