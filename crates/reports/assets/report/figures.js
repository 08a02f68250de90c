// Turns the figures that the tool describes into what ECharts draws. Runs in the page and,
// for single figures, inside the tool. A figure is data: colours, renderers and formats are
// names that start with @, and are looked up here.
(() => {
  'use strict';

  const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, sans-serif';
  const SMALL = 11;

  const series = (palette, index) => palette.series[index % palette.series.length];

  const text = (palette, string, x, y, more = {}) => ({
    type: 'text',
    silent: true,
    style: {
      text: string, x, y, fill: palette.text, font: `${SMALL}px ${FONT}`,
      verticalAlign: 'middle', ...more,
    },
  });

  const line = (x1, y1, x2, y2, stroke, lineWidth = 1.5) => ({
    type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth },
  });

  const rect = (x, y, width, height, fill, more = {}) => ({
    type: 'rect', shape: { x, y, width, height }, style: { fill, ...more },
  });

  const whisker = (low, high, y, half, stroke) => [
    line(low, y, high, y, stroke),
    line(low, y - half, low, y + half, stroke),
    line(high, y - half, high, y + half, stroke),
  ];

  const group = (children) => ({ type: 'group', children });

  // Each renderer gets a row of the figure, the chart's own helpers and the colours.
  const renderers = {
    // A bar from the origin to a value, its interval, and the value in digits.
    bar(row, api, palette, area) {
      const [left, y] = api.coord([row.from, row.at]);
      const height = Math.min(15, api.size([0, 1])[1] * 0.72);
      if (row.value === undefined) {
        const isRight = left > area.x + area.width / 2;
        return group([text(palette, row.text, isRight ? left - 6 : left + 6, y, {
          fill: row.failed ? palette.bad : palette.muted, align: isRight ? 'right' : 'left',
        })]);
      }
      const x = api.coord([row.value, row.at])[0];
      const parts = [rect(Math.min(left, x), y - height / 2, Math.max(1.5, Math.abs(x - left)),
        height, series(palette, row.colour))];
      let end = Math.max(left, x);
      if (row.low !== undefined) {
        const low = Math.max(area.x, api.coord([row.low, row.at])[0]);
        const high = Math.min(area.x + area.width, api.coord([row.high, row.at])[0]);
        parts.push(...whisker(low, high, y, 3, palette.text));
        end = Math.max(end, high);
      }
      parts.push(text(palette, row.text, end + 6, y, { stroke: palette.surface, lineWidth: 3 }));
      return group(parts);
    },

    // A heading between rows of bars.
    heading(row, api, palette, area) {
      const y = api.coord([row.from, row.at])[1];
      return group([text(palette, row.text, 8, y, { font: `600 12px ${FONT}` }),
        line(8, y - 11, area.x + area.width, y - 11, palette.line, 1)]);
    },

    // One bin of a histogram.
    bin(row, api, palette) {
      const [x1, top] = api.coord([row.low, row.count]);
      const [x2, bottom] = api.coord([row.high, 0]);
      const gap = x2 - x1 > 4 ? 1 : 0;
      return rect(x1, top, Math.max(1, x2 - x1 - gap), bottom - top, series(palette, row.colour));
    },

    // Quartiles, median and whiskers of a sample.
    box(row, api, palette) {
      const at = (value) => api.coord([value, 0])[0];
      const y = api.coord([row.median, 0])[1];
      const half = 7;
      const fill = series(palette, row.colour);
      return group([
        ...whisker(at(row.low), at(row.high), y, 4, palette.text),
        rect(at(row.q1), y - half, Math.max(1, at(row.q3) - at(row.q1)), 2 * half, fill,
          { stroke: palette.text, lineWidth: 1 }),
        line(at(row.median), y - half - 2, at(row.median), y + half + 2, palette.text, 2.5),
      ]);
    },

    // A sample outside the whiskers.
    dot(row, api, palette) {
      const [cx, cy] = api.coord([row.value, 0]);
      return { type: 'circle', shape: { cx, cy, r: 2.5 },
        style: { fill: 'none', stroke: palette.text, lineWidth: 1 } };
    },

    // A named place on the axis. Names stand at levels of their own, lest one hides another.
    mark(row, api, palette) {
      const [x, y] = api.coord([row.value, row.level + 0.5]);
      const bottom = api.coord([row.value, 0])[1];
      return group([line(x, y - 5, x, bottom + 3, palette.text, 1.5),
        text(palette, row.text, x + 4, y, { font: `10px ${FONT}` })]);
    },

    // How far a point is uncertain, upwards and downwards.
    error(row, api, palette) {
      const [x, low] = api.coord([row.x, row.low]);
      const high = api.coord([row.x, row.high])[1];
      const stroke = series(palette, row.colour);
      return group([line(x, low, x, high, stroke), line(x - 3, low, x + 3, low, stroke),
        line(x - 3, high, x + 3, high, stroke)]);
    },

    // A part of a stacked bar, named where there is room for it.
    part(row, api, palette) {
      const [x1, y] = api.coord([row.low, row.at]);
      const x2 = api.coord([row.high, row.at])[0];
      const height = Math.min(26, api.size([0, 1])[1] * 0.7);
      const parts = [rect(x1, y - height / 2, Math.max(0, x2 - x1 - 1), height,
        series(palette, row.colour))];
      if (x2 - x1 > row.text.length * 6.5 + 8) {
        parts.push(text(palette, row.text, (x1 + x2) / 2, y,
          { align: 'center', fill: palette.onSeries[row.colour % palette.onSeries.length] }));
      }
      return group(parts);
    },

    // A cell of a matrix.
    cell(row, api, palette) {
      const [x, y] = api.coord([row.x, row.at]);
      const [width, height] = api.size([1, 1]);
      return group([
        rect(x - width / 2 + 1, y - height / 2 + 1, width - 2, height - 2,
          row.level === undefined ? palette.none : palette.heat[row.level]),
        text(palette, row.text, x, y, { align: 'center', font: `${SMALL}px ${FONT}`,
          fill: row.level === undefined ? palette.muted : palette.onHeat[row.level] }),
      ]);
    },
  };

  const escape = (string) => string.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

  // Digits as the tables have them: 0.001, 12.3, 1,000, 12M.
  const number = (value) => {
    const size = Math.abs(value);
    if (size === 0) return '0';
    if (size >= 1e15 || size < 1e-4) return value.toExponential(0).replace('e+', 'e');
    for (const [unit, letter] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M']]) {
      if (size >= unit) return `${+(value / unit).toPrecision(4)}${letter}`;
    }
    const digits = String(+value.toPrecision(size >= 1000 ? 6 : 4));
    return digits.replace(/\B(?=(\d{3})+(?!\d)(?<!\.\d*))/g, ',');
  };

  const formats = {
    number,
    log: (value) => number(10 ** value),
    ratio: (value) => `${number(10 ** value)}×`,
    percent: (value) => `${Math.round(value * 100)} %`,
  };

  const axis = (palette, given) => {
    const label = { color: palette.muted, fontSize: SMALL, fontFamily: FONT, hideOverlap: true,
      ...given.axisLabel };
    const format = label.formatter?.slice(1);
    if (format) label.formatter = formats[format];
    return {
      ...given,
      nameTextStyle: { color: palette.muted, fontSize: SMALL, fontFamily: FONT },
      axisLabel: label,
      axisLine: { show: false, lineStyle: { color: palette.line } },
      axisTick: { show: false, ...given.axisTick },
      splitLine: { show: given.type !== 'category' && given.show !== false,
        lineStyle: { color: palette.line, width: 1 }, ...given.splitLine },
    };
  };

  const list = (one) => (Array.isArray(one) ? one : [one]);

  const custom = (palette, rest, name, rows) => ({
    ...rest,
    type: 'custom',
    clip: name === '@error',
    data: rows.map((row, index) => [index]),
    encode: { x: -1, y: -1, tooltip: 0 },
    renderItem: (params, api) =>
      renderers[name.slice(1)](rows[params.dataIndex], api, palette, params.coordSys),
    tooltip: { formatter: (params) => escape(rows[params.dataIndex].tip ?? '') },
    silent: !rows.some((row) => row.tip),
  });

  // A line, and for each of its points (x, y, low, high) how uncertain it is.
  const curve = (palette, given) => {
    const { colour, ...rest } = given;
    const own = series(palette, colour);
    const rows = given.data.map(([x, , low, high]) => ({ x, low, high, colour }));
    return [
      { ...rest, encode: { x: 0, y: 1 }, itemStyle: { color: own },
        lineStyle: { color: own, width: 2 } },
      custom(palette, {}, '@error', rows),
    ];
  };

  const filled = ({ from, step, counts }, format, colour) =>
    counts.flatMap((count, index) => {
      if (!count) return [];
      const [low, high] = [from + index * step, from + (index + 1) * step];
      return [{ low, high, count, colour, tip: `${count}: ${format(low)} to ${format(high)}` }];
    });

  const prepared = (palette) => (given) => {
    if (given.type === 'line') return curve(palette, given);
    const { rows, bins, format, colour, renderItem, ...rest } = given;
    const all = rows ?? filled(bins, formats[format.slice(1)], colour);
    return [custom(palette, rest, renderItem, all)];
  };

  // The options with which ECharts draws `figure`.
  const options = (figure, palette) => ({
    ...figure,
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: FONT, color: palette.text },
    legend: figure.legend && { itemWidth: 18, itemHeight: 9, itemGap: 14,
      textStyle: { color: palette.text, fontSize: SMALL, fontFamily: FONT }, ...figure.legend },
    tooltip: { trigger: 'item', confine: true, backgroundColor: palette.surface,
      borderColor: palette.line, padding: [4, 8],
      textStyle: { color: palette.text, fontSize: 12, fontFamily: FONT } },
    xAxis: list(figure.xAxis).map((one) => axis(palette, one)),
    yAxis: list(figure.yAxis).map((one) => axis(palette, one)),
    series: figure.series.flatMap(prepared(palette)),
  });

  // A drawing as the text of an SVG file.
  const svg = (figure, palette, width, height) => {
    const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
    chart.setOption(options(figure, palette));
    const drawing = chart.renderToSVGString();
    chart.dispose();
    return drawing;
  };

  globalThis.figures = { options, svg };
})();
