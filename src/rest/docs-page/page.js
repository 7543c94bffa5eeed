// Unfolds what the address names, finds operations, and sends them. Runs in browsers.

const answerLimit = 100_000;
const token = document.querySelector('#token');

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();

// The address names the operation that was unfolded last, so that it can be passed on.
for (const operation of document.querySelectorAll('.operation')) {
  operation.addEventListener('toggle', () => {
    if (operation.open) history.replaceState(null, '', `#${operation.id}`);
  });
}

document.querySelector('#find').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of document.querySelectorAll('.group')) {
    for (const operation of group.querySelectorAll('.operation')) {
      const line = `${operation.id} ${operation.querySelector('summary').textContent}`.toLowerCase();
      operation.hidden = !words.every((word) => line.includes(word));
      if (!operation.hidden) found++;
    }
    group.hidden = !group.querySelector('.operation:not([hidden])');
  }
  document.querySelector('#found').textContent = words.length ? `${found} found` : '';
});

/** The request that a form describes: fields that are left empty are left out. */
function requestOf(form) {
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = form.dataset.path;
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

async function send(form) {
  const answer = form.querySelector('.answer');
  const { url, init } = requestOf(form);
  const asked = element('p', `${init.method} ${url}`, { className: 'asked' });
  answer.replaceChildren(asked);
  try {
    const start = performance.now();
    const response = await fetch(url, init);
    const text = await response.text();
    const took = Math.round(performance.now() - start);
    const status = element('p', `${response.status} ${response.statusText}, ${took} ms`, { className: 'status' });
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const shown = text.length > answerLimit ? `${text.slice(0, answerLimit)}\n…` : readable(text);
    answer.replaceChildren(
      asked,
      status,
      element('pre', headers, { tabIndex: 0 }),
      ...(shown ? [element('pre', shown, { tabIndex: 0 })] : []),
    );
  } catch {
    answer.replaceChildren(asked, element('p', 'There was no answer.', { className: 'status' }));
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target);
});
