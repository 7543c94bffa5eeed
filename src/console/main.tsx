import './session/trusted-types.ts';
import { accessToken } from './session/session.ts';
import { completeSignIn, finishTrial, finishWindow, signIn } from './session/sign-in.ts';
import { showStartFailure } from './start-failure.ts';

/** Begins with the session, while the rest of the console is loaded. */
async function start(): Promise<void> {
  if (location.pathname === '/console/signed-in') return finishWindow();
  // The router reads the address when it is loaded, so it is loaded after the address of the sign-in has been replaced.
  if (location.pathname === '/console/callback') {
    history.replaceState(null, '', await completeSignIn(new URL(location.href)));
  }
  if (location.pathname === '/console/tried') history.replaceState(null, '', finishTrial(new URL(location.href)));
  const app = import('./app.tsx');
  if ((await accessToken()) === null) await signIn();
  await (await app).show(document.querySelector('#root'));
}

start().catch(showStartFailure);
