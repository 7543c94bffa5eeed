import type { ConnectorKind, HttpFormat } from '../../vocabulary/connectors/connectors.ts';

/** The values that a template can insert, by kind of connector. */
const placeholders: Record<ConnectorKind, readonly string[]> = {
  email: ['id', 'to', 'sender', 'template', 'language', 'subject', 'text', 'html'],
  sms: ['id', 'to', 'sender', 'template', 'language', 'text'],
};

/** The template of a connector that defines none. */
export const defaultBody: Record<ConnectorKind, Record<string, unknown>> = {
  email: { id: '{{id}}', to: '{{to}}', subject: '{{subject}}', text: '{{text}}', html: '{{html}}' },
  sms: { id: '{{id}}', to: '{{to}}', text: '{{text}}' },
};

const anyPlaceholder = /\{\{([^{}]*)\}\}/g;

/** The mistake in the template of a request body; undefined if nothing is. */
export function templateProblem(
  body: Record<string, unknown>,
  { kind, format, sender }: { kind: ConnectorKind; format: HttpFormat; sender: string | null },
): string | undefined {
  const used = new Set(
    textsIn(body).flatMap((text) => [...text.matchAll(anyPlaceholder)].map(([, name = '']) => name)),
  );
  const allowed = placeholders[kind];
  if ([...used].some((name) => !allowed.includes(name)))
    return `Contains an unknown placeholder. The placeholders are ${allowed.map((name) => `{{${name}}}`).join(', ')}.`;
  if (!used.has('to')) return 'Must contain {{to}}.';
  if (!used.has('text') && !used.has('html')) return 'Must contain {{text}}.';
  if (used.has('sender') && sender === null) return 'Contains {{sender}}, so `sender` is required.';
  const isFlat = Object.values(body).every((value) => typeof value === 'string');
  return format === 'form' && !isFlat ? 'Must have only strings as values if the format is a form.' : undefined;
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The request body of a message. Values are inserted into strings of the parsed template, so they stay strings. */
export function renderBody(
  body: Record<string, unknown>,
  format: HttpFormat,
  values: Readonly<Record<string, string>>,
): string {
  const filled = fill(body, values) as Record<string, string>;
  return format === 'json' ? JSON.stringify(filled) : new URLSearchParams(filled).toString();
}

function fill(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return value.replaceAll(anyPlaceholder, (_, name: string) => values[name] ?? '');
  if (Array.isArray(value)) return value.map((part) => fill(part, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, values)]));
}
