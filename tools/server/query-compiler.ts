import type { Plugin } from 'rolldown';

const fileName = 'query-compiler.wasm';
const inText = /const \{ wasm \} = await import\("([^"]+)"\)\s+return await decodeBase64AsWasm\(wasm\)/;
const inFile = `const { readFile } = await import('node:fs/promises')
    return new WebAssembly.Module(await readFile(new URL('./${fileName}', import.meta.url)))`;

/**
 * Writes Prisma's query compiler, which is WebAssembly in base64 in a module, into a file of its own: the text of a
 * module stays in memory, and so does its constant, 4.6 MB in all.
 */
export const queryCompiler: Plugin = {
  name: 'query-compiler',
  transform: {
    filter: { id: /generated\/prisma\/internal\/class\.ts$/ },
    async handler(code) {
      const specifier = inText.exec(code)?.[1];
      if (specifier === undefined) throw new Error('The database client does not load its query compiler as before.');
      const { wasm } = (await import(specifier)) as { wasm: string };
      this.emitFile({ type: 'asset', fileName, source: Buffer.from(wasm, 'base64') });
      return code.replace(inText, inFile);
    },
  },
};
