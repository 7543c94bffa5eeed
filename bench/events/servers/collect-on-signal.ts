import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a process whose memory is measured: on SIGUSR2 it collects its garbage, so that what is left is what it holds.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
if (process.env['PORT']) process.on('SIGUSR2', () => collect());
