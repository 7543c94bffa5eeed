import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Config } from '../../config.ts';
import { pageHeaders } from '../../oidc/provider/pages.ts';
import { type StartPage, startPage } from './page.ts';

interface StartServices {
  config: Pick<Config, 'publicUrl' | 'issuer' | 'managementResource'>;
  /** As `/readyz` reports it. */
  status: () => Promise<string>;
  development: StartPage['development'];
}

/** The start page, for browsers. Programs get 404: for them, `/` has no content. */
export const createStart = ({ config, status, development }: StartServices): Hono<{ Bindings: HttpBindings }> =>
  new Hono<{ Bindings: HttpBindings }>().use('/', async (context, next) => {
    const { method } = context.req;
    const wantsPage = context.req.header('accept')?.includes('text/html') ?? false;
    if (!wantsPage || !['GET', 'HEAD'].includes(method)) return next();
    const { publicUrl, issuer, managementResource } = config;
    const start = { publicUrl, issuer, managementResource, status: await status(), development };
    return context.html(startPage(start), 200, { ...pageHeaders, vary: 'Accept' });
  });
