import { createServer } from 'vite';
import { generate } from './generate.ts';
import { viteConfig } from './vite.ts';

const help = `npm run console -- [--port N] [--platform URL]

Serves the console from src/console and applies changes at once, in front of a platform that runs on this machine. The
platform must use the address of this server: PUBLIC_URL=http://localhost:5173 npm start

  --port N         port of this server (5173)
  --platform URL   address of the platform (http://localhost:3000)
  --help`;

/** Paths that the platform answers. */
const proxied = [
  '/console/docs',
  '/oidc',
  '/graphql',
  '/api',
  '/sign-in',
  '/sign-up',
  '/link',
  '/reset-password',
  '/inbox',
  '/.well-known',
];

const option = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};

async function develop(): Promise<void> {
  const platform = option('--platform', 'http://localhost:3000');
  const port = Number(option('--port', '5173'));
  generate();
  const server = await createServer({
    ...viteConfig(''),
    plugins: [
      ...(viteConfig('').plugins ?? []),
      { name: 'settings', transformIndexHtml: (html) => withSettings(html, platform) },
    ],
    server: {
      port,
      strictPort: true,
      proxy: Object.fromEntries(proxied.map((path) => [path, { target: platform, ws: path === '/graphql' }])),
    },
  });
  await server.listen();
  console.log(
    `The console is at http://localhost:${port}/console/. The platform: PUBLIC_URL=http://localhost:${port} npm start`,
  );
}

/** The settings that the platform writes into its own page. */
async function withSettings(html: string, platform: string): Promise<string> {
  const page = await fetch(new URL('/console/', platform)).then((answer) => answer.text());
  const settings = /<meta name="console-settings" content="([^"]*)">/.exec(page)?.[1];
  if (!settings) throw new Error(`The platform at ${platform} does not serve the console.`);
  return html.replace('__SETTINGS__', () => settings);
}

if (process.argv.includes('--help')) console.log(help);
else await develop();
