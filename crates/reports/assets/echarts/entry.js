// What the report's figures need of Apache ECharts, and nothing more.
import * as echarts from 'echarts/core';
import { CustomChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendPlainComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';

echarts.use([CustomChart, LineChart, GridComponent, LegendPlainComponent, TooltipComponent, SVGRenderer]);
globalThis.echarts = { init: echarts.init, version: echarts.version };
