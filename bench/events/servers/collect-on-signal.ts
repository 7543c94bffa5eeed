import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into processes whose memory is measured: SIGUSR2 triggers garbage collection, so that only reachable memory is
// left.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
if (process.env['PORT']) process.on('SIGUSR2', () => collect());
