import { join } from 'node:path';
import { command, projectFolder } from '../testing/steps.ts';

/** The built platform, as `npm start` runs it. */
export const program = join(projectFolder, 'dist/server/main.js');

/** Builds it, unless it is current. */
export const buildProgram = (): Promise<void> => command(process.execPath, ['tools/server/build.ts']);
