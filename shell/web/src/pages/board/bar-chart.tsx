import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, type Scale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { shortName } from './short-name.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

export type BarTone = 'blue' | 'navy' | 'green' | 'red' | 'amber' | 'grey';
const colours: Record<BarTone, string> = { blue: '#1a4f8b', navy: '#0b2545', green: '#00663a', red: '#b3130f', amber: '#8a4b00', grey: '#6b7682' };

export interface BarSeries {
  name: string;
  tone: BarTone;
  values: readonly number[];
}

interface BarChartProps {
  /** Description of the picture for screen readers. The numbers are in the table beside it. */
  label: string;
  categories: readonly string[];
  series: readonly BarSeries[];
  /** Whether the bars are horizontal, with their names on the left. */
  lying?: boolean;
  onOpen?(category: number, series: number): void;
}

const rowHeight = 26;

/** Bar chart on a canvas. The security policy forbids inline styles, and a canvas needs none. */
export function BarChart({ label, categories, series, lying = false, onOpen }: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const open = useRef(onOpen);
  open.current = onOpen;
  // The numbers as text, so that equal numbers do not draw the chart again.
  const data = JSON.stringify([categories, series]);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const [names, bars] = JSON.parse(data) as [string[], BarSeries[]];
    const font = { family: getComputedStyle(document.body).fontFamily, size: 13 };
    const counts = { beginAtZero: true, stacked: true, grid: { color: '#e3e7eb' }, ticks: { precision: 0, font, color: '#4a5460' } };
    function short(this: Scale, _value: unknown, index: number): string {
      return shortName(names[index] ?? '', this.chart.width);
    }
    const words = { stacked: true, grid: { display: false }, ticks: { font, color: '#1b1f24', autoSkip: !lying, callback: short } };
    const chart = new Chart(canvas.current, {
      type: 'bar',
      data: {
        labels: names,
        datasets: bars.map(({ name, tone, values }) => ({ label: name, data: [...values], backgroundColor: colours[tone], maxBarThickness: 22, stack: 'all' })),
      },
      options: {
        indexAxis: lying ? 'y' : 'x',
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        scales: lying ? { x: counts, y: words } : { x: words, y: counts },
        plugins: {
          legend: { display: bars.length > 1, position: 'bottom', labels: { font, color: '#1b1f24', boxWidth: 12 } },
          tooltip: { titleFont: font, bodyFont: font },
        },
        onClick: (_event, [bar]) => bar && open.current?.(bar.index, bar.datasetIndex),
        onHover: ({ native }, found) => {
          const { target } = native ?? {};
          if (target instanceof HTMLElement) target.style.cursor = found.length > 0 && open.current ? 'pointer' : 'default';
        },
      },
    });
    return () => chart.destroy();
  }, [data, lying]);
  const height = lying ? Math.max(3, categories.length) * rowHeight + (series.length > 1 ? 70 : 40) : 240;
  return (
    <div className="shell-board__canvas" style={{ height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}
