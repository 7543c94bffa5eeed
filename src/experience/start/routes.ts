import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { pageHeaders } from '../../oidc/provider/pages.ts';
import { textsOf } from '../flow-pages.ts';
import { type Development, type StartAddresses, startPage, visitorPage } from './page.ts';

interface StartServices {
  config: StartAddresses & { production: boolean };
  status: () => Promise<Development['status']>;
  version: string;
}

/** The start page, for browsers. Programs get 404: for them, `/` has no content. */
export const createStart = ({ config, status, version }: StartServices): Hono<{ Bindings: HttpBindings }> =>
  new Hono<{ Bindings: HttpBindings }>().use('/', async (context, next) => {
    const { method } = context.req;
    const wantsPage = context.req.header('accept')?.includes('text/html') ?? false;
    if (!wantsPage || !['GET', 'HEAD'].includes(method)) return next();
    const texts = textsOf(context);
    const html = config.production
      ? visitorPage(config, texts)
      : startPage(config, { version, status: await status() }, texts);
    const negotiated = { 'content-language': texts.language, vary: 'Accept, Accept-Language' };
    return context.html(html, 200, { ...pageHeaders, ...negotiated });
  });
