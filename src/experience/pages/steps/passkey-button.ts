import { raw } from 'hono/html';
import { type Markup, markup } from '../../../http/markup.ts';
import type { Texts } from '../../texts/index.ts';

interface PasskeyButton {
  /** For the browser (src/experience/flow/details.ts). */
  options: object | undefined;
  /** "autofill": a passkey is offered in the field of the identifier as well. */
  kind: 'autofill' | 'get' | 'create';
  label: string;
  isQuiet?: boolean;
}

/** A button that uses or makes a passkey (src/experience/script.js). Without the script it stays hidden. */
export const passkeyButton = (texts: Texts, { options, kind, label, isQuiet }: PasskeyButton): Markup => {
  if (!options) return markup``;
  // In JSON only strings contain "<".
  const json = raw(JSON.stringify(options).replaceAll('<', String.raw`\u003c`));
  return markup`<input type="hidden" name="passkey">
<script type="application/json" id="passkey-options" data-passkey="${kind}">${json}</script>
<div class="error" role="alert" tabindex="-1" data-passkey-failed hidden>${texts.passkeyFailed}</div>
<button type="button" data-passkey ${isQuiet ? markup`class="quiet"` : ''} hidden>${label}</button>`;
};
