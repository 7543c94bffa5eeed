import './session/trusted-types.ts';
import { accessToken } from './session/session.ts';
import { completeSignIn, finishWindow, signIn } from './session/sign-in.ts';

/** Begins with the session, while the rest of the console is loaded. */
async function start(): Promise<void> {
  if (location.pathname === '/console/signed-in') return finishWindow();
  // The router reads the address when it is loaded, so it is loaded after the address of the sign-in has been replaced.
  if (location.pathname === '/console/callback') {
    history.replaceState(null, '', await completeSignIn(new URL(location.href)));
  }
  const app = import('./app.tsx');
  if ((await accessToken()) === null) await signIn();
  await (await app).show(document.querySelector('#root'));
}

start().catch((error: unknown) => {
  const page = document.createElement('main');
  const heading = document.createElement('h1');
  heading.textContent = 'The console cannot start';
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = error instanceof Error ? error.message : String(error);
  const link = document.createElement('a');
  link.href = '/console/';
  link.textContent = 'Try again';
  page.append(heading, text, link);
  document.querySelector('#root')?.replaceChildren(page);
});
