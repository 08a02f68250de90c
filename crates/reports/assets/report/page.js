// The page's program: switches between light and dark, sorts and searches tables. Without it the
// page still shows every figure.
(() => {
  'use strict';

  const root = document.documentElement;

  // Light and dark.

  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark.matches);
  const button = document.getElementById('theme');

  const remembered = (theme) => {
    try {
      if (theme) localStorage.setItem('hyperbench-theme', theme);
      return localStorage.getItem('hyperbench-theme');
    } catch {
      return null;
    }
  };

  const showTheme = () => {
    button.textContent = isDark() ? 'Light theme' : 'Dark theme';
  };

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      align(target);
    }
  }, { rootMargin: '400px' });

  // Tables.

  // Of 1,234, 5 % and −6 as well.
  const number = (text) => Number(text.replace(/[, ]|%$/g, '').replace('−', '-'));

  const compare = (a, b) => {
    const [x, y] = [number(a), number(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, 'en', { numeric: true }) : x - y;
  };

  // What is empty comes last, whichever way the others are sorted.
  const sort = (table, column, direction) => {
    const body = table.tBodies[0];
    const keyed = [...body.rows].map((row) => [row.cells[column].textContent.trim(), row]);
    const sign = direction === 'ascending' ? 1 : -1;
    keyed.sort(([a], [b]) => (a === '') - (b === '') || sign * compare(a, b));
    body.append(...keyed.map(([, row]) => row));
  };

  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const sorter = document.createElement('button');
      sorter.type = 'button';
      sorter.textContent = head.textContent;
      sorter.addEventListener('click', () => {
        const direction = head.ariaSort === 'ascending' ? 'descending' : 'ascending';
        heads.forEach((other) => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', direction);
        sort(table, column, direction);
      });
      head.replaceChildren(sorter);
    });
  };

  // Numbers stand to the right. Large tables take a while: done when they come into view.
  const align = (table) => {
    const [head, ...rows] = [...table.rows].map((row) => [...row.cells]);
    head.forEach((_, column) => {
      const texts = rows.map((cells) => cells[column].textContent);
      const isNumber = texts.every((text) => !Number.isNaN(number(text))) && texts.some(Boolean);
      if (isNumber) [head, ...rows].forEach((cells) => cells[column].classList.add('number'));
    });
  };

  const searchable = (input) => {
    const { rows } = document.getElementById(input.dataset.table).tBodies[0];
    const count = input.parentElement.querySelector('output');
    input.addEventListener('input', () => {
      const words = input.value.toLowerCase().split(/\s+/);
      let shown = 0;
      for (const row of rows) {
        const text = [...row.cells].map((cell) => cell.textContent).join(' ').toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      count.textContent = `${shown} of ${rows.length} rows`;
    });
    input.parentElement.hidden = false;
  };

  // Paper has the tables that are folded on screens.
  addEventListener('beforeprint', () => {
    document.querySelectorAll('details.folded').forEach((one) => { one.open = true; });
  });

  const before = remembered();
  if (before) root.dataset.theme = before;
  systemIsDark.addEventListener('change', showTheme);
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    remembered(root.dataset.theme);
    showTheme();
  });
  button.hidden = false;
  showTheme();
  document.querySelectorAll('table.sortable').forEach(sortable);
  document.querySelectorAll('table.sortable').forEach((table) => seen.observe(table));
  document.querySelectorAll('input[data-table]').forEach(searchable);
})();
