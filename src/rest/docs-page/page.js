// Browser script: opens the operation in the URL, searches operations, and sends requests.

const answerLimit = 100_000;
const token = document.querySelector('#token');
const search = document.querySelector('#find');

/** Shows only the operations that contain every word of the search, and the groups that have any. */
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of document.querySelectorAll('.group')) {
    for (const operation of group.querySelectorAll('.operation')) {
      const line = `${operation.id} ${operation.querySelector('summary').textContent}`.toLowerCase();
      operation.hidden = !words.every((word) => line.includes(word));
      if (!operation.hidden) found++;
    }
    group.hidden = !group.querySelector('.operation:not([hidden])');
    document.querySelector(`nav li:has([href="#${group.getAttribute('aria-labelledby')}"])`).hidden = group.hidden;
  }
  document.querySelector('#found').textContent = words.length ? `${found} found` : '';
}
search.addEventListener('input', find);

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (!(target instanceof HTMLDetailsElement)) return;
  if (target.hidden) {
    search.value = '';
    find();
  }
  target.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();

// The address names the operation that was opened last, so that it can be shared.
for (const operation of document.querySelectorAll('.operation')) {
  operation.addEventListener('toggle', () => {
    if (operation.open) history.replaceState(null, '', `#${operation.id}`);
  });
}

/** The request of a form by one of its buttons, which may have a path of its own; empty fields are omitted. */
function requestOf(form, button) {
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = button?.dataset.path ?? form.dataset.path;
  let body;
  for (const field of form.querySelectorAll('[data-in]')) {
    const { value, name } = field;
    if (field.dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value.trim() === '') continue;
    else if (field.dataset.in === 'body') body = value;
    else if (field.dataset.in === 'header') headers.set(name, value);
    else
      for (const one of field.matches('textarea') ? value.split('\n').filter(Boolean) : [value])
        query.append(name, one);
  }
  if (token.value.trim()) headers.set('authorization', `Bearer ${token.value.trim()}`);
  if (body !== undefined) headers.set('content-type', form.dataset.type);
  const api = location.pathname.replace(/\/docs\/?$/, '');
  return { url: `${api}${path}${query.size ? `?${query}` : ''}`, init: { method: form.dataset.method, headers, body } };
}

function element(name, content, attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes);
  made.textContent = content;
  return made;
}

/** JSON on several lines; anything else as it is. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Shows a response, its body first. Failures differ by text and color. */
function show(answer, { status, isFailure = false, parts }) {
  const line = answer.querySelector('.status');
  line.textContent = status;
  line.classList.toggle('failed', isFailure);
  answer.querySelector('.parts').replaceChildren(...parts);
}

async function send(form, button) {
  const answer = form.querySelector('.answer');
  const parts = [];
  show(answer, { status: 'Sending…', parts });
  try {
    const { url, init } = requestOf(form, button);
    parts.push(element('p', `${init.method} ${url}`, { className: 'request' }));
    const start = performance.now();
    const response = await fetch(url, init);
    const text = await response.text();
    const took = Math.round(performance.now() - start);
    const body = text.length > answerLimit ? `${text.slice(0, answerLimit)}\n…` : readable(text);
    if (body) parts.push(element('pre', body, { tabIndex: 0 }));
    const headers = element('details', '');
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    headers.append(element('summary', 'Response headers'), element('pre', lines, { tabIndex: 0 }));
    parts.push(headers);
    show(answer, { status: `${response.status} ${response.statusText}, ${took} ms`, isFailure: !response.ok, parts });
  } catch (error) {
    // The connection failed, or a header value is invalid.
    show(answer, { status: `No response: ${error.message}`, isFailure: true, parts });
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target, event.submitter);
});
