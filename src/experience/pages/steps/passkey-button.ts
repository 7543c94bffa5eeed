import { raw } from 'hono/html';
import { markup } from '../../../http/markup.ts';
import type { Texts } from '../../texts/index.ts';
import type { FormPart } from './step-part.ts';

interface PasskeyButton {
  /** For the browser (src/experience/flow/details.ts). */
  options: object | undefined;
  /** "autofill": a passkey is offered in the field of the identifier as well. */
  kind: 'autofill' | 'get' | 'create';
  label: string;
  isQuiet?: boolean;
}

const schema = {
  type: 'string',
  maxLength: 10_000,
  contentMediaType: 'application/json',
  description: 'The JSON of the credential (WebAuthn Level 3 §5.1, toJSON), for the options in `details.passkey`.',
};

/**
 * A button that uses or makes a passkey (src/experience/script.js), which answers the step. Without the script it stays
 * hidden, and without options there is none.
 */
export function passkeyButton(texts: Texts, { options, kind, label, isQuiet }: PasskeyButton): readonly FormPart[] {
  if (!options) return [];
  // In JSON only strings contain "<".
  const json = raw(JSON.stringify(options).replaceAll('<', String.raw`\u003c`));
  const button = markup`<input type="hidden" name="passkey">
<script type="application/json" id="passkey-options" data-passkey="${kind}">${json}</script>
<div class="error" role="alert" tabindex="-1" data-passkey-failed hidden>${texts.passkeyFailed}</div>
<button type="button" data-passkey ${isQuiet ? markup`class="quiet"` : ''} hidden>${label}</button>`;
  return [{ markup: button, fields: { passkey: schema }, required: ['passkey'], isAlternative: true }];
}
