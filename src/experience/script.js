// Passkeys, and conveniences that no page needs.

/** Milliseconds after which a form can be sent again if the browser has neither left the page nor shown it again. */
const patience = { leaving: 15_000, staying: 1000 };
let isSent = false;
let releasing;

/** Marks a button as pressed: no form of the page is sent until it is released. */
function press(button, time = patience.leaving) {
  isSent = true;
  button?.setAttribute('aria-busy', 'true');
  releasing = setTimeout(release, time);
}

function release() {
  isSent = false;
  clearTimeout(releasing);
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
}

// Buttons are not disabled: the value of the one that was pressed is sent, and it keeps the focus.
document.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault();
  if (event.defaultPrevented) return;
  press(event.submitter, event.submitter?.hasAttribute('data-stays') ? patience.staying : patience.leaving);
});
// Also a page that the browser had kept.
addEventListener('pageshow', release);

const options = document.getElementById('passkey-options');
const field = document.querySelector('input[name="passkey"]');

/** Asks the browser for a passkey, and sends the form. `mediation` "conditional": as an entry of autofill. */
async function usePasskey(mediation, signal) {
  const publicKey = JSON.parse(options.textContent);
  const isNew = options.dataset.passkey === 'create';
  const credential = isNew
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) })
    : await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
        mediation,
        signal,
      });
  field.value = JSON.stringify(credential.toJSON());
  field.form.noValidate = true;
  field.form.requestSubmit();
}

async function preparePasskey() {
  const button = document.querySelector('button[data-passkey]');
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  document.querySelector('[data-no-passkey]')?.remove();
  const autofill = new AbortController();
  button.hidden = false;
  const failed = document.querySelector('[data-passkey-failed]');
  button.addEventListener('click', () => {
    if (isSent) return;
    autofill.abort();
    failed.hidden = true;
    button.setAttribute('aria-busy', 'true');
    usePasskey('optional').catch(() => {
      release();
      failed.hidden = false;
      failed.focus();
    });
  });
  const isOffered = options.dataset.passkey === 'autofill';
  if (!isOffered || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  await usePasskey('conditional', autofill.signal).catch(() => undefined);
}

if (options && field) void preparePasskey();

// A code loses what was pasted with its digits, and is sent when it is complete.
for (const input of document.querySelectorAll('input[data-code]')) {
  const { sends } = input.dataset;
  if (sends) input.ariaDescription = sends;
  input.addEventListener('input', ({ isComposing }) => {
    if (isComposing) return;
    // Arabic digits as well: their last four bits are the number.
    const digits = input.value.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) & 15);
    const code = digits.replace(/\D/g, '').slice(0, 6);
    if (input.value !== code) input.value = code;
    if (sends && code.length === 6) input.form.requestSubmit(input.form.querySelector('button[name=answer]'));
  });
}

// Another code can be requested after a while.
for (const button of document.querySelectorAll('button[data-wait]')) {
  const label = button.textContent;
  const { wait, waiting } = button.dataset;
  const end = performance.now() + Number(wait) * 1000;
  const count = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    button.disabled = left > 0;
    button.textContent = left > 0 ? waiting.replace('{time}', time) : label;
    if (left > 0) setTimeout(count, 1000);
  };
  count();
}

// The rule of a new password is compared while it is typed.
for (const rule of document.querySelectorAll('[data-rule]')) {
  const input = document.getElementById(rule.dataset.rule);
  const status = rule.parentElement.querySelector('[role=status]');
  input.addEventListener('input', () => {
    const isMet = [...input.value].length >= Number(rule.dataset.least);
    rule.toggleAttribute('data-is-met', isMet);
    status.textContent = isMet ? rule.dataset.met : '';
  });
}

/** Shows a problem in the page, as the page of an answer does. What was typed stays. */
function showProblem(form, { problem, reference, version }) {
  for (const field of document.querySelectorAll('input[name=version]')) field.value = version;
  document.getElementById('error')?.remove();
  const error = Object.assign(document.createElement('div'), { id: 'error', className: 'error', tabIndex: -1 });
  error.setAttribute('role', 'alert');
  const small = document.createElement('small');
  small.textContent = form.dataset.reference + reference;
  error.append(problem.text, ' ', small);
  form.before(error);
  const wrong = JSON.parse(form.dataset.asks)[problem.name] ?? [];
  let focused = error;
  for (const field of form.querySelectorAll('input:not([type=hidden])')) {
    const isWrong = wrong.includes(field.name);
    const hint = document.getElementById(`${field.name}-hint`)?.id;
    field.ariaInvalid = isWrong ? 'true' : null;
    field.setAttribute('aria-describedby', [isWrong && 'error', hint].filter(Boolean).join(' '));
    if (!isWrong) continue;
    field.labels[0].before(error);
    focused = field;
  }
  document.title = form.dataset.error + document.title.replace(form.dataset.error, '');
  focused.focus();
}

/** Sends a form in the background. Only a refusal stays on the page; everything else is a page of its own. */
async function ask(form, submitter) {
  const fields = new URLSearchParams(new FormData(form, submitter));
  const headers = { accept: 'application/json' };
  const response = await fetch(form.action, { method: 'POST', headers, body: fields });
  const answer = await response.json();
  if (answer.next) location.assign(answer.next);
  else if (answer.problem && answer.step?.name === fields.get('step')) {
    release();
    showProblem(form, answer);
  } else if (answer.step) location.assign(form.action);
  // The flow is over: its page follows the same answer.
  else form.submit();
}

for (const form of document.querySelectorAll('form[data-asks]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSent) return;
    press(event.submitter);
    ask(form, event.submitter).catch(() => form.submit());
  });
}

// A password that was filled in belongs to the identifier that was filled in with it.
const filled = document.querySelector('input.filled');
filled?.form.addEventListener('input', ({ target, inputType = '' }) => {
  if (target !== filled && /^(insertText|delete)/.test(inputType)) filled.value = '';
});

for (const button of document.querySelectorAll('button[data-show]')) {
  const input = document.getElementById(button.dataset.show);
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    const { other, otherName } = button.dataset;
    button.dataset.other = button.textContent;
    button.dataset.otherName = button.ariaLabel;
    button.textContent = other;
    button.ariaLabel = otherName;
    input.focus();
  });
  // Password managers and browsers look for a password field.
  input.form.addEventListener('submit', () => void (input.type = 'password'));
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = !navigator.clipboard;
  const { copy, copied } = button.dataset;
  const confirm = () => void (button.textContent = copied);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(document.getElementById(copy).innerText.trim()).then(confirm);
  });
}

for (const button of document.querySelectorAll('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => globalThis.print());
}

// A picture is scaled to what is shown at most, before it is sent.
for (const input of document.querySelectorAll('input[data-picture]'))
  input.addEventListener('change', () => {
    const [file] = input.files;
    if (file)
      void scaled(file, 512).then(
        (picture) => (input.files = picture),
        () => undefined,
      );
  });

async function scaled(file, most) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const transfer = new DataTransfer();
  transfer.items.add(new File([blob], 'picture.webp', { type: blob.type }));
  return transfer.files;
}

// The person has pressed a button before they came back from an identity provider.
document.querySelector('button[data-presses-itself]')?.click();
