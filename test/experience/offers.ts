/** The fields and ways that a page, or JSON, offers. */
export interface Offer {
  /** The names of the fields, with their type and the longest text. */
  fields: Record<string, string>;
  /** The fields that an answer needs: one of these sets. */
  required: string[][];
  ways: string[];
}

const attributesOf = (tag: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value] as const),
  );
const tagsOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name} ([^>]*)>`, 'g'))].map(([, attributes = '']) => attributesOf(attributes));

/** Whether no person enters the field: it is of the answered step, or names the user for whom a password is kept. */
const isTechnical = ({ name = '', autocomplete }: Record<string, string | undefined>): boolean =>
  ['step', 'version', 'identifier'].includes(name) || (name === 'username' && autocomplete === 'username');

export function offerOfPage(html: string): Offer {
  const inputs = tagsOf(html, 'input').filter((input) => !(input['type'] === 'hidden' && isTechnical(input)));
  const hasPasskey = inputs.some(({ name }) => name === 'passkey');
  const required = inputs.filter((input) => input['required'] !== undefined).map(({ name = '' }) => name);
  const fields = inputs.map(({ name = '', type = '', maxlength = '' }) => {
    const format = ['email', 'password'].includes(type) ? type : 'text';
    return [name, ['hidden', 'checkbox'].includes(type) ? '' : `${format} of ${maxlength}`] as const;
  });
  return {
    fields: Object.fromEntries(fields),
    required: [...(required.length || !hasPasskey ? [required] : []), ...(hasPasskey ? [['passkey']] : [])],
    ways: tagsOf(html, 'button').flatMap(({ name, value }) => (name === 'way' && value !== undefined ? [value] : [])),
  };
}

interface Json {
  step: {
    fields: {
      properties: Record<string, { type?: string; format?: string; maxLength?: number; enum?: string[] }>;
      required: string[];
      anyOf?: { required: string[] }[];
    };
    ways: string[];
  } | null;
  refused: { ways: string[] } | null;
}

export function offerOfJson({ step, refused }: Json): Offer {
  if (!step) return { fields: {}, required: [[]], ways: refused?.ways ?? [] };
  const { properties, required, anyOf } = step.fields;
  const fields = Object.entries(properties).map(([name, { type, format = 'text', maxLength, enum: values }]) => {
    const isText = type === 'string' && !values && name !== 'passkey';
    return [name, isText ? `${format} of ${maxLength}` : ''] as const;
  });
  return {
    fields: Object.fromEntries(fields),
    required: anyOf ? anyOf.map((one) => one.required) : [required],
    ways: step.ways,
  };
}
