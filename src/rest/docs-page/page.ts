import { dryRunTag } from '../openapi/dry-runs.ts';
import { descriptionOf, fields, schemaId, typeOf } from './fields.ts';
import { type ApiDocument, examplesOf, operationPart, type PathOperation } from './operation.ts';
import { type Markup, markup } from '../../http/markup.ts';
import { inline, text } from './text.ts';

/**
 * The page that shows an OpenAPI document. It is readable without scripts; searching and sending requests need them.
 */
export function docsPage(document: ApiDocument): string {
  const { info, tags } = document;
  // The form of a change also sends its dry run.
  const groups = tags
    .filter(({ name }) => name !== dryRunTag.name)
    .map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/page.css">
<script defer src="docs/page.js"></script>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header><h1>${info.title}</h1><p>${info.summary}</p></header>
<nav aria-label="Operations by group">
<label for="find">Find an operation</label>
<input id="find" type="search" autocomplete="off" placeholder="suspend user">
<p id="found" class="hint" role="status"></p>
<ul>${groups.map(({ name, operations }) => markup`<li><a href="#tag-${name}">${name}</a> <span class="hint">${operations.length}</span></li>`)}
<li><a href="#schemas">Schemas</a></li><li><a href="#failures">Error responses</a></li></ul>
</nav>
<main>
<section class="about" aria-label="About">${text(info.description)}
<p><a href="openapi.json">OpenAPI 3.1 document</a></p></section>
<section class="authorization"><h2>Authorization</h2>
<label for="token">Access token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-about">
<p id="token-about" class="hint">Sent with every request from this page. It is not stored, and is lost when you leave the page.</p>
<noscript><p>Without JavaScript this page can be read, but not searched, and requests cannot be sent.</p></noscript>
</section>
<div id="operations" tabindex="-1">${groups.map((group) => groupPart(group, document))}</div>
${schemasPart(document)}
${failuresPart(document)}
</main>
</body>
</html>
`.toString();
}

const operationsOf = ({ paths }: ApiDocument, tag: string): PathOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ path, method, operation }] : [],
    ),
  );

interface Group {
  name: string;
  description: string;
  operations: PathOperation[];
}

const groupPart = ({ name, description, operations }: Group, document: ApiDocument): Markup =>
  markup`<section class="group" aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2><p>${inline(description)}</p>
${operations.map((operation) => operationPart(operation, document))}</section>`;

function schemasPart({ components }: ApiDocument): Markup {
  const parts = Object.entries(components.schemas).map(([name, schema]) => {
    const shown = schema.properties ? fields(schema) : markup`<p>${typeOf(schema)}</p>`;
    return markup`<details id="${schemaId(name)}"><summary><code>${name}</code></summary>
<div class="content"><p>${inline(descriptionOf(schema))}</p>${shown}</div></details>`;
  });
  return markup`<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${parts}</section>`;
}

function failuresPart({ components }: ApiDocument): Markup {
  const parts = Object.entries(components.responses).map(
    ([name, response]) => markup`<details id="response-${name}"><summary><code>${name}</code></summary>
<div class="content"><p>${inline(response.description)}</p>${examplesOf(response)}</div></details>`,
  );
  return markup`<section aria-labelledby="failures"><h2 id="failures">Error responses</h2>${parts}</section>`;
}
