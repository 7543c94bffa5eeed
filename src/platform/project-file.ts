/**
 * The address of a file that is read at run time, by its path in the project. This module is two folders below it, and
 * so is the file in dist/server that it is built into.
 */
export const projectFile = (path: string): URL => new URL(`../../${path}`, import.meta.url);
