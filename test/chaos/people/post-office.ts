import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { keptPort } from '../../support/servers/kept-port.ts';

/** A mail server that can be away, and what it has accepted. */
export interface PostOffice extends AsyncDisposable {
  url: string;
  /** Message-IDs of the mails that it accepted. */
  accepted(): string[];
  /** The code in the newest mail to an address. */
  codeFor(address: string): string | undefined;
  /** It refuses mails for now, or accepts them again. */
  refuse(isRefusing: boolean): void;
  /** It does not listen until `reopen`. */
  close(): Promise<void>;
  reopen(): Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
  const port = await keptPort();
  const earlier: MailServer['received'] = [];
  let isRefusing = false;
  let server: MailServer | undefined = await startMailServer({}, port);
  const received = () => [...earlier, ...(server?.received ?? [])];
  const close = async () => {
    earlier.push(...(server?.received ?? []));
    const closing = server;
    server = undefined;
    await closing?.[Symbol.asyncDispose]();
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted: () => received().map(({ parsed }) => parsed.messageId ?? ''),
    codeFor: (address) =>
      received()
        .filter(({ to }) => to.includes(address))
        .map(({ parsed }) => /\b\d{6}\b/.exec(parsed.text ?? '')?.[0])
        .findLast((code) => code !== undefined),
    refuse(refusing) {
      isRefusing = refusing;
      server?.answer(isRefusing ? { recipient: { status: 451, text: 'busy' } } : {});
    },
    close,
    async reopen() {
      server = await startMailServer({}, port);
      if (isRefusing) server.answer({ recipient: { status: 451, text: 'busy' } });
    },
    [Symbol.asyncDispose]: close,
  };
}
