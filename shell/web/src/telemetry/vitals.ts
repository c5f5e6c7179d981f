import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { isPathWithin, ownerOf } from '../registry.ts';
import { recordEvent, shell } from './notes.ts';

/** Path at which the page was opened. Only its prefix, which tells the area, is reported. */
const opened = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname;

function placeOf(path: string): { area: string; version: string; prefix: string } {
  const area = ownerOf(path);
  const prefix = area?.prefixes.find((one) => isPathWithin(path, one));
  return area && prefix ? { area: area.name, version: area.version, prefix } : { ...shell, prefix: `/${path.split('/')[1]}` };
}

/** Reports how fast the page loaded and reacted, under the area at which it was opened. */
export function measure(): void {
  const place = placeOf(opened);
  for (const on of [onLCP, onINP, onCLS, onTTFB]) {
    on(({ name, value }) => recordEvent({ kind: 'vital', ...place, metric: name, value: Math.round(value * 10_000) / 10_000 }));
  }
}
