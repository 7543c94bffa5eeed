import { readBody } from '../../http/body.ts';
import type { Fields } from '../flow/answer.ts';
import { formLimit, refusalPage } from '../pages/notices.ts';
import { readFields } from '../read-fields.ts';
import { branded, type PageContext } from '../requests.ts';
import { headersIn, refuse } from '../responses.ts';
import type { Texts } from '../texts/index.ts';

/** Bytes of a form with a picture, so that a photograph that is too large is refused on the page it was chosen on. */
const uploadLimit = 8 * 1024 * 1024;

/** The fields of a form, with a file as base64; or the response that refuses it. */
export async function readAccountForm(context: PageContext, texts: Texts): Promise<Fields | Response> {
  const contentType = context.req.header('content-type') ?? '';
  const isUpload = contentType.toLowerCase().startsWith('multipart/form-data');
  const body = await readBody(context.env.incoming, isUpload ? uploadLimit : formLimit);
  if (body === 'too large' && isUpload)
    return context.html(
      refusalPage(texts.account.problems['not-a-picture'], await branded(context, texts)),
      413,
      headersIn(texts),
    );
  if (body === 'too large') return refuse(context, 'form-too-long');
  // The client closed the connection: no response can be received.
  if (!body) return context.body(null, 400);
  const fields = isUpload ? await readUpload(contentType, body) : readForm(contentType, body);
  return fields ?? refuse(context, 'form-unsupported');
}

function readForm(contentType: string, body: Buffer): Fields | undefined {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return undefined;
  const read = readFields(contentType, body);
  return 'fields' in read ? read.fields : undefined;
}

/** Reads multipart/form-data (RFC 7578); undefined if it is malformed. */
async function readUpload(contentType: string, body: Buffer): Promise<Fields | undefined> {
  const message = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const form = await message.formData().catch(() => undefined);
  if (!form) return undefined;
  const fields: Record<string, string> = {};
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64');
  return fields;
}
