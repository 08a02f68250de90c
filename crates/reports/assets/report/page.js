// The page's program: draws charts when they come into view, switches between light and dark,
// sorts and searches tables. Without it the page still shows every figure.
(() => {
  'use strict';

  const root = document.documentElement;
  const palettes = JSON.parse(document.getElementById('palettes').textContent);

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
    redraw(isDark() ? palettes.dark : palettes.light);
  };

  // Charts.

  const drawn = new Map();

  const draw = (place) => {
    if (drawn.has(place)) return;
    const data = place.querySelector('script');
    const figure = JSON.parse(data.textContent);
    const chart = echarts.init(place, null, { renderer: 'svg' });
    drawn.set(place, { chart, figure });
    chart.setOption(figures.options(figure, isDark() ? palettes.dark : palettes.light));
    resized.observe(place);
  };

  const redraw = (palette) => {
    for (const { chart, figure } of drawn.values()) {
      chart.setOption(figures.options(figure, palette), { notMerge: true });
    }
  };

  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) drawn.get(target).chart.resize();
  });

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      if (target.tagName === 'TABLE') align(target);
      else draw(target);
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

  // Paper: light, all charts of what is unfolded, as wide as the paper.

  addEventListener('beforeprint', () => {
    const places = [...document.querySelectorAll('.chart')].filter((place) => place.checkVisibility());
    places.forEach(draw);
    redraw(palettes.light);
    for (const place of places) {
      const width = place.closest('.grid') ? 330 : 680;
      drawn.get(place).chart.resize({ width });
    }
  });

  addEventListener('afterprint', () => {
    showTheme();
    for (const { chart } of drawn.values()) chart.resize({ width: 'auto' });
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
  document.querySelectorAll('.chart, table.sortable').forEach((place) => seen.observe(place));
  document.querySelectorAll('input[data-table]').forEach(searchable);
})();
