import { type ChildProcess, spawn } from 'node:child_process';

/** The output of a shell script, and the HTTP status of each of its requests. */
interface ShellResult {
  output: string;
  statuses: number[];
}

/** A bash process that runs commands in succession: variables and functions remain. */
export interface Shell extends Disposable {
  /** Rejects when a command fails. */
  run(script: string): Promise<ShellResult>;
}

// A stream (curl -N) does not end by itself; its first message suffices.
const curl = `curl() {
  case " $* " in *" -N "*) ;; *)
    command curl --silent --show-error --max-time 15 --write-out '%{stderr}status %{http_code}\\n' "$@"; return;;
  esac
  while IFS= read -r line; do
    printf '%s\\n' "$line"; case $line in data:*) break;; esac
  done < <(command curl --silent --show-error --fail --max-time 15 "$@")
  kill $!
}`;
const end = '---- end of output ----';

export function openShell(variables: Record<string, string>): Shell {
  const child = spawn('bash', ['-e', '-o', 'pipefail'], { env: { PATH: process.env['PATH'], ...variables } });
  child.stdin.write(`${curl}\n`);
  return {
    async run(script) {
      const [output, errors] = [textUntilEnd(child, 'stdout'), textUntilEnd(child, 'stderr')];
      child.stdin.write(`${script}\nprintf '\\n%s' '${end}'; printf '\\n%s' '${end}' >&2\n`);
      const [stdout, stderr] = await Promise.all([output, errors]);
      return {
        output: stdout.trim(),
        statuses: [...stderr.matchAll(/^status (\d+)$/gm)].map(([, code]) => Number(code)),
      };
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

function textUntilEnd(child: ChildProcess, stream: 'stdout' | 'stderr'): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    if (text.endsWith(end)) settle(() => resolve(text.slice(0, -end.length)));
  };
  const fail = (): void => settle(() => reject(new Error(`a command failed; ${stream}: ${text}`)));
  const settle = (done: () => void): void => {
    child[stream]?.off('data', take);
    child.off('close', fail);
    done();
  };
  child[stream]?.on('data', take);
  child.once('close', fail);
  return promise;
}
