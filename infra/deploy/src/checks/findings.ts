/** A finding of a scanner. */
export interface Finding {
  tool: string;
  /** The kind of finding, as the scanner names it. */
  id: string;
  text: string;
}

/** A kind of finding that is not a fault here, with the reason. */
export interface Explained {
  tool: string;
  id: string;
  /** The explanation applies only to findings whose text contains this. */
  about?: string;
  why: string;
}

/** Reads the findings of testssl.sh that are more serious than "good" and "for your information". @param report content of its JSON file */
export function testsslFindings(report: string): Finding[] {
  const found = JSON.parse(report) as { id: string; severity: string; finding: string }[];
  const isCounted = (severity: string): boolean => !['OK', 'INFO', 'DEBUG'].includes(severity);
  return found.filter(({ severity }) => isCounted(severity)).map(({ id, finding }) => ({ tool: 'testssl.sh', id, text: finding }));
}

/** Reads every vulnerability and anomaly that wapiti reports. @param report content of its JSON file */
export function wapitiFindings(report: string): Finding[] {
  type Lists = Record<string, { path: string; parameter?: string; info: string }[]>;
  const { vulnerabilities, anomalies } = JSON.parse(report) as { vulnerabilities: Lists; anomalies: Lists };
  return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([id, list]) =>
    list.map(({ path, parameter, info }) => ({ tool: 'wapiti', id, text: [path, parameter, info].filter(Boolean).join(' ') })),
  );
}

/** Reads whether sqlmap could inject SQL into a call. @param printed the output of sqlmap @throws Error if sqlmap did not try */
export function sqlmapFindings(printed: string, call: string): Finding[] {
  if (/is vulnerable|identified the following injection point/.test(printed)) return [{ tool: 'sqlmap', id: 'injection', text: call }];
  if (!printed.includes('all tested parameters do not appear to be injectable')) throw new Error(`sqlmap did not come to its end: ${printed.slice(-800)}`);
  return [];
}

/** Reads the warnings of lynis. @param report content of its report file */
export const lynisFindings = (report: string): Finding[] =>
  [...report.matchAll(/^warning\[\]=([^|]+)\|([^|]*)/gm)].map(([, id = '', text = '']) => ({ tool: 'lynis', id, text }));

/** Returns the findings that have no explanation. */
export const openFindings = (found: Finding[], explained: Explained[]): Finding[] =>
  found.filter(({ tool, id, text }) => !explained.some((one) => one.tool === tool && one.id === id && text.includes(one.about ?? '')));
