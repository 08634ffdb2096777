// Fills the table of services and keeps it current.

const REFRESH_MILLIS = 2000;
const ASK_TIMEOUT_MILLIS = 5000;

const WORDS = {
  UP: ['up', 'ready'],
  OUT_OF_SERVICE: ['away', 'not ready'],
  DOWN: ['away', 'not ready'],
  UNREACHABLE: ['down', 'no answer'],
};

function element(name, text, className) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function link(href, text) {
  const made = element('a', text);
  made.href = href;
  return made;
}

function cell(...content) {
  const made = element('td');
  made.append(...content);
  return made;
}

function row(service) {
  const name = element('th', service.name);
  name.scope = 'row';
  name.append(element('small', service.about));

  const [className, word] = WORDS[service.health] ?? ['away', service.health];
  const health = cell(element('span', word, `health ${className}`));
  if (service.missing.length > 0) {
    health.append(element('small', `away: ${service.missing.join(', ')}`));
  }

  const made = element('tr');
  made.append(name, health, cell(element('code', service.url)), cell(link(service.apiUrl, 'API page')));
  return made;
}

function show(services) {
  const ready = services.filter((service) => service.health === 'UP').length;
  document.getElementById('services').replaceChildren(...services.map(row));
  document.getElementById('summary').textContent =
    `${ready} of ${services.length} ready, as of ${new Date().toLocaleTimeString()}.`;
}

// Outside of the profile local, this server's health is on another port than this page.
function moveManagement(port) {
  if (!port) return;
  document.querySelectorAll('a[href^="/actuator/"]').forEach((here) => {
    here.port = port;
  });
}

async function refresh() {
  try {
    const reply = await fetch('/api/v1/services', { signal: AbortSignal.timeout(ASK_TIMEOUT_MILLIS) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const status = await reply.json();
    show(status.services);
    moveManagement(status.managementPort);
  } catch (error) {
    document.getElementById('summary').textContent = 'The storefront itself gives no answer. Trying again.';
  }
  setTimeout(refresh, REFRESH_MILLIS);
}

document.getElementById('host').textContent = window.location.host;
refresh();
