import { command } from './app/command.ts';

await command(process.argv.slice(2));
