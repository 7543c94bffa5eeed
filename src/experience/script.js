// Passkeys, and conveniences that no page needs.
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
  field.form.submit();
}

async function preparePasskey() {
  const button = document.querySelector('button[data-passkey]');
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  document.querySelector('[data-no-passkey]')?.remove();
  const autofill = new AbortController();
  button.hidden = false;
  const failed = document.querySelector('[data-passkey-failed]');
  button.addEventListener('click', () => {
    autofill.abort();
    failed.hidden = true;
    usePasskey('optional').catch(() => {
      failed.hidden = false;
      failed.focus();
    });
  });
  const isOffered = options.dataset.passkey === 'autofill';
  if (!isOffered || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  await usePasskey('conditional', autofill.signal).catch(() => undefined);
}

if (options && field) void preparePasskey();

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
