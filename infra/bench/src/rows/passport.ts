import { quantile } from '../measure.ts';
import type { Report } from '../report.ts';

/** The result of reading one photo of a passport. The caller passes the results, because the reader belongs to the page and is not built for services. */
export interface PassportTrial {
  whole: boolean;
  wrong: readonly string[];
  milliseconds: number;
}

const cpuSlowdown = 4;

/** Reports how many photos of invented documents were read correctly, and how fast. */
export function passport(report: Report, trials: Iterable<PassportTrial>): void {
  const read = [...trials];
  const times = read.map(({ milliseconds }) => (cpuSlowdown * milliseconds) / 1000);
  report.section(
    'Passports',
    `${read.length} photos of documents that do not exist, in five formats: rotated by up to 8 degrees, blurred, with noise or glare, or in poor light; one in five has a wrong check digit. Times are the processor time of reading, multiplied by ${cpuSlowdown} for a slow phone.`,
  );
  report.add({ what: 'every field read', ours: (100 * read.filter(({ whole }) => whole).length) / read.length, unit: '%', target: { value: 97, least: true } });
  report.add({ what: 'documents with a wrong field', ours: read.filter(({ wrong }) => wrong.length > 0).length, unit: '', target: { value: 0 } });
  report.add({ what: 'one photo, median', ours: quantile(times, 0.5), unit: 's' });
  report.add({ what: 'one photo, slowest', ours: quantile(times, 1), unit: 's', target: { value: 3 } });
}
