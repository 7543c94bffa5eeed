import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const leftOut = new Set(['node_modules', 'generated']);

export interface SourceFile {
  /** From the project's folder, for instance "src/domain/failure.ts". */
  path: string;
  text: string;
  /** The text without comments and string literals. */
  code: string;
}

export interface Import {
  /** Only types, which do not exist at run time. */
  isType: boolean;
  /** A file from the project's folder ("src/domain/failure.ts"), or the name of a package ("zod", "node:fs"). */
  target: string;
  isOurs: boolean;
}

/** Every TypeScript and JavaScript file below a folder of the project. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : readSources(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [readSource(path)] : [];
  });
}

export function readSource(path: string): SourceFile {
  const text = readFileSync(join(project, path), 'utf8');
  return { path, text, code: withoutProse(text) };
}

/** The imports, re-exports and dynamic imports of a file. */
export function importsOf({ path, text: whole }: SourceFile): Import[] {
  // Snippets are code of other programs, in template literals.
  const text = path.endsWith('-snippets.ts') ? whole.slice(0, whole.indexOf('`')) : whole;
  const statements = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*['"`]([^'"`]+)['"`]/gm;
  return [...text.matchAll(statements)].map(([, type, fixed, loaded]) => {
    const specifier = fixed ?? loaded ?? '';
    const isOurs = specifier.startsWith('.');
    const target = isOurs ? relative(project, join(project, dirname(path), specifier)) : specifier;
    return { isType: type !== undefined, target, isOurs };
  });
}

/** The folder of src that a file belongs to, or the name of a file directly in src: "domain", "config.ts". */
export function layerOf(path: string): string {
  return path.split('/')[1] ?? path;
}

function withoutProse(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|[^:])\/\/.*$/gm, '$1')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

/** The lines of all comments of a file, each trimmed. */
export function commentsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].flatMap(([comment]) => comment.split('\n'));
}

/** A function, constant or type at the top of a file, and the names in it. */
export interface Declaration {
  file: string;
  name: string;
  code: string;
}

/** A file in parts: each begins with a declaration at the left margin. */
export function declarationsOf({ path, code }: SourceFile): Declaration[] {
  const parts = code.split(
    /^(?=(?:export )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) \w)/m,
  );
  return parts.flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/.exec(
      part,
    )?.[1];
    return name === undefined ? [] : [{ file: path, name, code: part }];
  });
}
