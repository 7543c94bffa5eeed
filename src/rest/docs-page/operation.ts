import type { JsonSchema } from '../openapi/schemas.ts';
import { descriptionOf, fields, rulesOf, schemaPrefix, typeOf } from './fields.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { dryRunPrefix } from '../route.ts';
import { code, inline, text } from './text.ts';

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ApiResponse>;
  };
}

interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, ApiResponse | { $ref: string }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: JsonSchema;
  example?: unknown;
}

interface ApiResponse {
  description: string;
  content?: Record<string, Media>;
}

interface Media {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}

/** An operation with its path and method. */
export interface PathOperation {
  path: string;
  method: string;
  operation: ApiOperation;
}

/**
 * One operation: a summary line that opens its description, a form with its parameters that sends it, and its
 * responses.
 */
export function operationPart({ path, method, operation }: PathOperation, { components, paths }: ApiDocument): Markup {
  const { operationId, summary, description } = operation;
  const dryRunPath = method === 'get' ? '' : dryRunPrefix + path;
  const parameters = operation.parameters.map((one) => ('$ref' in one ? components.parameters[last(one.$ref)] : one));
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  return markup`<details class="operation" id="${operationId}">
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${breakable(path)}</code> <span class="summary">${summary}</span></summary>
<div class="content">${text(description)}
<form data-method="${method.toUpperCase()}" data-path="${path}" data-type="${type ?? ''}" autocomplete="off">
${parameters.length ? markup`<h3>Parameters</h3>` : ''}
${parameters.map((parameter) => parameter && parameterRow(parameter, operationId))}
${media && type ? bodyPart(type, media, { components, operationId }) : ''}
<button>Send</button> ${dryRunPath in paths ? markup`<button data-path="${dryRunPath}">Dry run</button> ` : ''}<span class="hint">Sends the request to this platform${dryRunPath in paths ? '. Only a dry run stores nothing' : ''}.</span>
<div class="answer"><p class="status" role="status"></p><div class="parts"></div></div>
</form>
<h3>Responses</h3>
${Object.entries(operation.responses).map(([status, response]) => responsePart(status, response))}
</div></details>
`;
}

const last = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** A path that may wrap before each slash. */
const breakable = (path: string): (Markup | string)[] =>
  path.split(/(?=\/)/).map((part, index) => markup`${index ? markup`<wbr>` : ''}${part}`);

function parameterRow(parameter: Parameter, operationId: string): Markup {
  const { name, schema, required, description = '' } = parameter;
  const id = `${operationId}-${parameter.in}-${name}`;
  const rules = rulesOf(schema);
  return markup`<div class="field"><label for="${id}"><code>${name}</code> <span class="type">${typeOf(schema)}, ${parameter.in}${required ? ', required' : ''}</span></label>
<div id="${id}-about" class="about">${text(description)}${rules ? markup`<span class="rules">${rules}</span>` : ''}</div>
${control(parameter, id)}</div>`;
}

function control({ name, schema, required, example, ...parameter }: Parameter, id: string): Markup {
  const place = markup`id="${id}" name="${name}" data-in="${parameter.in}" aria-describedby="${id}-about"`;
  const choices = schema.type === 'boolean' ? [true, false] : schema.enum;
  if (choices) {
    const options = choices.map((value) => markup`<option>${String(value)}</option>`);
    return markup`<select ${place}><option value="">(not set)</option>${options}</select>`;
  }
  if (schema.items) return markup`<textarea ${place} rows="2" placeholder="One per line"></textarea>`;
  const sample = parameter.in === 'path' && typeof example === 'string' ? example : '';
  return markup`<input ${place} type="text" placeholder="${sample}" ${required ? 'required' : ''}>`;
}

interface Within {
  components: ApiDocument['components'];
  operationId: string;
}

function bodyPart(type: string, { schema, example }: Media, { components, operationId }: Within): Markup {
  const { $ref } = schema;
  const shown = $ref ? (components.schemas[$ref.slice(schemaPrefix.length)] ?? schema) : schema;
  const sample = asText(example);
  const id = `${operationId}-body`;
  return markup`<h3 id="${id}-title">Body <span class="type">${type}</span></h3>
${shown.properties ? fields(shown) : text(descriptionOf(shown))}
<textarea id="${id}" data-in="body" aria-labelledby="${id}-title" rows="${Math.min(sample.split('\n').length, 16)}" spellcheck="false">${sample}</textarea>`;
}

const asText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);

/** A response of this operation with its examples, or a link to one that many operations share. */
function responsePart(status: string, response: ApiResponse | { $ref: string }): Markup {
  if ('$ref' in response) {
    const name = last(response.$ref);
    return markup`<p class="response"><strong>${status}</strong> <a href="#response-${name}">${name}</a></p>`;
  }
  return markup`<div class="response"><p><strong>${status}</strong> ${inline(response.description)}</p>${examplesOf(response)}</div>`;
}

/** The content of a response, and examples. */
export function examplesOf({ content = {} }: ApiResponse): Markup[] {
  return Object.entries(content).map(([type, { schema, example, examples }]) => {
    const samples = Object.values(examples ?? { example: { summary: 'Example', value: example } });
    return markup`<p class="type">${type}: ${typeOf(schema)}</p>
${samples.map(({ summary, value }) => markup`<details><summary>${inline(summary)}</summary>${code(asText(value))}</details>`)}`;
  });
}
