'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const button = (textContent, onclick) => make('button', { type: 'button', textContent, onclick });

  // A link may lead into what is folded.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    target?.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  addEventListener('click', (event) => {
    // A second click on the same link changes no hash.
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.hash === location.hash) reveal();
  });

  // Search: entries whose line has the text, and the groups that have one.
  const entries = '.claim, .need, .system';
  const search = make('input', { type: 'search', placeholder: 'find', ariaLabel: 'find' });
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase();
    for (const entry of all(entries)) {
      const line = entry.querySelector('summary').textContent.toLowerCase();
      entry.classList.toggle('hidden', !line.includes(wanted));
    }
    for (const group of all('.group')) {
      const has = all(entries, group).some((entry) => !entry.classList.contains('hidden'));
      group.classList.toggle('hidden', !has);
      if (wanted && has) group.open = true;
    }
  });
  const fold = (open) => () => all('.group, ' + entries).forEach((one) => { one.open = open; });
  const tools = make('span', { className: 'tools' });
  tools.append(search, button('open all', fold(true)), button('close all', fold(false)));
  document.querySelector('nav').append(tools);

  // A derivation step by step: the rows of its tables, one more with each click.
  for (const claim of all('.claim')) {
    const rows = all('.chain tr', claim);
    const first = claim.querySelector('.chain');
    if (rows.length < 2) continue;
    let shown = rows.length;
    const show = (count) => {
      shown = count;
      rows.forEach((row, place) => row.classList.toggle('hidden', place >= shown));
      next.disabled = rest.disabled = shown === rows.length;
    };
    const next = button('next step', () => show(Math.min(shown + 1, rows.length)));
    const rest = button('all steps', () => show(rows.length));
    const bar = make('p', { className: 'steps' });
    bar.append(button('step by step', () => show(1)), ' ', next, ' ', rest);
    // Before what holds the first table, where that is folded.
    let place = first;
    while (!place.parentElement.classList.contains('inner')) place = place.parentElement;
    place.before(bar);
    show(shown);
  }
  reveal();
})();
