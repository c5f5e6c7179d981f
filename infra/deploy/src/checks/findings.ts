/** What a scanner has found. */
export interface Finding {
  tool: string;
  /** Its kind, in the words of the scanner. */
  id: string;
  text: string;
}

/** A kind of finding that is no fault here, and why. */
export interface Explained {
  tool: string;
  id: string;
  /** Only where this stands in its text. */
  about?: string;
  why: string;
}

/** What testssl.sh reports beyond "good" and "for your information". @param report its JSON file */
export function testsslFindings(report: string): Finding[] {
  const found = JSON.parse(report) as { id: string; severity: string; finding: string }[];
  const isCounted = (severity: string): boolean => !['OK', 'INFO', 'DEBUG'].includes(severity);
  return found.filter(({ severity }) => isCounted(severity)).map(({ id, finding }) => ({ tool: 'testssl.sh', id, text: finding }));
}

/** Every vulnerability and anomaly of wapiti. @param report its JSON file */
export function wapitiFindings(report: string): Finding[] {
  type Lists = Record<string, { path: string; parameter?: string; info: string }[]>;
  const { vulnerabilities, anomalies } = JSON.parse(report) as { vulnerabilities: Lists; anomalies: Lists };
  return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([id, list]) =>
    list.map(({ path, parameter, info }) => ({ tool: 'wapiti', id, text: [path, parameter, info].filter(Boolean).join(' ') })),
  );
}

/** Whether sqlmap could put SQL into a call. @param printed what it printed @throws Error where it did not try */
export function sqlmapFindings(printed: string, call: string): Finding[] {
  if (/is vulnerable|identified the following injection point/.test(printed)) return [{ tool: 'sqlmap', id: 'injection', text: call }];
  if (!printed.includes('all tested parameters do not appear to be injectable')) throw new Error(`sqlmap did not come to its end: ${printed.slice(-800)}`);
  return [];
}

/** The warnings of lynis. @param report its report file */
export const lynisFindings = (report: string): Finding[] =>
  [...report.matchAll(/^warning\[\]=([^|]+)\|([^|]*)/gm)].map(([, id = '', text = '']) => ({ tool: 'lynis', id, text }));

/** Findings that nobody has explained. */
export const openFindings = (found: Finding[], explained: Explained[]): Finding[] =>
  found.filter(({ tool, id, text }) => !explained.some((one) => one.tool === tool && one.id === id && text.includes(one.about ?? '')));
