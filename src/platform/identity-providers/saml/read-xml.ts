import { Invalid } from '../invalid.ts';

/** An element, with what it contains. */
export interface XmlElement {
  /** Empty without a namespace. */
  namespace: string;
  name: string;
  /** By name with prefix, but for declarations of namespaces. */
  attributes: ReadonlyMap<string, string>;
  elements: readonly XmlElement[];
  /** The text that is directly in it. */
  text: string;
}

const largestDocument = 128 * 1024;
const deepest = 32;
/**
 * The library takes time that grows with the square of the elements: a minute for 30,000, which fit into a document. A
 * response with 900 groups has less.
 */
const mostElements = 1000;
/** Of all elements. */
const mostAttributes = 4000;

/**
 * Reads XML without everything that programs read in different ways: comments, CDATA, document types, processing
 * instructions, other entities than the predefined ones, relative or empty namespaces. One pass from left to right, so
 * its time is proportional to the length. With `takesComments`, comments are skipped: in documents that are not
 * signed, and that no other program reads.
 */
export function readXml(document: string, { takesComments = false } = {}): XmlElement {
  if (Buffer.byteLength(document) > largestDocument) refuse(`it exceeds ${largestDocument / 1024} KiB`);
  return new Reader(document.replace(/^\uFEFF/, ''), takesComments).read();
}

function refuse(reason: string): never {
  throw new Invalid(`The XML is not accepted: ${reason}.`);
}

// Each pattern matches at a position only (y), and none can match the same characters in two ways.
const declaration = /<\?xml\s[^?<>]*\?>/y;
const tagName = /([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))?/y;
const attribute = /\s+([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))?\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;
const closingEnd = /\s*>/y;
const absoluteUri = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/;
/** Outside of XML 1.0 §2.2; and what XML 1.1 §2.11 makes a line break, as the library does. */
// oxlint-disable-next-line no-control-regex
const noCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u0085\u2028\uFFFE\uFFFF]/;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The namespaces of prefixes, within an element. A chain, as long as there are levels. */
interface Scope {
  declared: ReadonlyMap<string, string>;
  outer: Scope | undefined;
}

interface OpenElement {
  element: { namespace: string; name: string; attributes: Map<string, string>; elements: XmlElement[]; text: string };
  /** As it is written, with its prefix. */
  tag: string;
  scope: Scope;
}

const xmlScope: Scope = { declared: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), outer: undefined };

class Reader {
  readonly #text: string;
  readonly #takesComments: boolean;
  readonly #open: OpenElement[] = [];
  #at = 0;
  #elements = 0;
  #attributes = 0;
  #root: XmlElement | undefined;

  constructor(text: string, takesComments: boolean) {
    this.#text = text;
    this.#takesComments = takesComments;
  }

  read(): XmlElement {
    if (!this.#text.isWellFormed() || noCharacter.test(this.#text)) refuse('it has a character that is not allowed');
    this.#match(declaration);
    while (this.#at < this.#text.length) this.#readNext();
    return this.#open.length === 0 && this.#root ? this.#root : refuse('it ends too early');
  }

  #readNext(): void {
    const tag = this.#text.indexOf('<', this.#at);
    const end = tag < 0 ? this.#text.length : tag;
    this.#addText(this.#text.slice(this.#at, end));
    this.#at = end;
    if (tag < 0) return;
    this.#at++;
    if (this.#take('/')) this.#readClosing();
    else if (this.#takesComments && this.#take('!--')) this.#skipComment();
    else if ('!?'.includes(this.#text[this.#at] ?? '')) refuse('it has a comment, an instruction or a declaration');
    else this.#readOpening();
  }

  #skipComment(): void {
    const end = this.#text.indexOf('--', this.#at);
    if (end < 0 || this.#text[end + 2] !== '>') refuse('it has a comment that does not end');
    this.#at = end + 3;
  }

  #addText(raw: string): void {
    if (raw.includes(']]>')) refuse('it has the end of a CDATA section');
    const top = this.#open.at(-1);
    if (top) top.element.text += decode(raw);
    else if (raw.trim() !== '') refuse('it has text outside of the root');
  }

  #readOpening(): void {
    const [tag, first = '', second] = this.#match(tagName) ?? refuse('it has a tag without name');
    if (++this.#elements > mostElements) refuse(`it has more than ${mostElements} elements`);
    const outer = this.#open.at(-1)?.scope ?? xmlScope;
    const { scope, attributes } = this.#readAttributes(outer);
    const [prefix, name] = second === undefined ? ['', first] : [first, second];
    const [, isEmpty] = this.#match(tagEnd) ?? refuse('it has an attribute or a tag that is not well-formed');
    const namespace = namespaceOf(prefix, scope);
    const element = { namespace, name, attributes, elements: [], text: '' };
    const parent = this.#open.at(-1);
    if (!parent && this.#root) refuse('it has several roots');
    if (parent) parent.element.elements.push(element);
    else this.#root = element;
    if (isEmpty) return;
    if (this.#open.length >= deepest) refuse(`it has more than ${deepest} levels`);
    this.#open.push({ element, tag, scope });
  }

  #readAttributes(outer: Scope): { scope: Scope; attributes: Map<string, string> } {
    const attributes = new Map<string, string>();
    const names = new Set<string>();
    const declared = new Map<string, string>();
    const prefixed: [prefix: string, name: string][] = [];
    for (let match = this.#match(attribute); match; match = this.#match(attribute)) {
      const [, first = '', second, quoted, apostrophed] = match;
      const value = decode((quoted ?? apostrophed ?? '').replaceAll(/[\t\r\n]/g, ' '));
      const name = second === undefined ? first : `${first}:${second}`;
      if (names.has(name)) refuse('it has an attribute twice');
      names.add(name);
      if (++this.#attributes > mostAttributes) refuse(`it has more than ${mostAttributes} attributes`);
      if (name === 'xmlns') declared.set('', value);
      else if (first === 'xmlns') declared.set(second ?? '', value);
      else attributes.set(name, value);
      if (second !== undefined && first !== 'xmlns') prefixed.push([first, second]);
    }
    for (const [prefix, namespace] of declared)
      if (!absoluteUri.test(namespace) || prefix === 'xml' || prefix === 'xmlns')
        refuse('it has a namespace that is not an absolute URI');
    const scope = declared.size === 0 ? outer : { declared, outer };
    const expanded = new Set(prefixed.map(([prefix, name]) => `${namespaceOf(prefix, scope)} ${name}`));
    if (expanded.size < prefixed.length) refuse('it has an attribute twice');
    return { scope, attributes };
  }

  #readClosing(): void {
    const top = this.#open.pop() ?? refuse('it ends an element that has not begun');
    if (!this.#take(top.tag) || !this.#match(closingEnd)) refuse('an element ends that is not the last one');
  }

  #take(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}

function namespaceOf(prefix: string, { declared, outer }: Scope): string {
  const namespace = declared.get(prefix);
  if (namespace !== undefined) return namespace;
  if (outer) return namespaceOf(prefix, outer);
  return prefix === '' ? '' : refuse('it has a prefix without namespace');
}

/** Replaces references to characters. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:([a-z]+)|#(\d{1,7})|#x([\dA-Fa-f]{1,6}));|&/g,
    (_, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined)
        return (Object.hasOwn(entities, name) ? entities[name] : undefined) ?? refuse('it has an entity');
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const isCharacter = code > 0 && code <= 0x10ffff;
      const character = isCharacter ? String.fromCodePoint(code) : '';
      return character !== '' && character.isWellFormed() && !noCharacter.test(character)
        ? character
        : refuse('it has an entity');
    },
  );
}

/** The elements in another one with a name. */
export const elementsIn = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  parent.elements.filter((element) => element.namespace === namespace && element.name === name);

/** All text in an element. */
export const textIn = ({ text, elements }: XmlElement): string => text + elements.map(textIn).join('');

/** An element and all that are in it. */
export const allIn = (element: XmlElement): XmlElement[] => [element, ...element.elements.flatMap(allIn)];
