import parse from 'spdx-expression-parse';

/** Finds faults of installed packages: known vulnerabilities, licences that require more than a notice, and missing integrity hashes. */

const free = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0', 'Zlib', 'Python-2.0', 'Unlicense']);

/** Whether the parts of an SPDX expression allow a licence that requires no more than a notice. @param {parse.Info} parts @returns {boolean} */
function allowsFree(parts) {
  if ('license' in parts) return free.has(parts.license);
  const both = [parts.left, parts.right];
  return parts.conjunction === 'or' ? both.some(allowsFree) : both.every(allowsFree);
}

/** The same of an expression as a package has it. What is no SPDX expression is not free. @param {string} expression */
function isFree(expression) {
  try {
    return allowsFree(parse(expression));
  } catch {
    return false;
  }
}

/** Whether an exception is for a package: for that name, or for all that begin with it where it ends with `-`. @param {string} packages @param {string} name */
const isFor = (packages, name) => (packages.endsWith('-') ? name.startsWith(packages) : name === packages);

/**
 * @param {{ packages: Record<string, { license?: string, dev?: boolean, link?: boolean }> }} lock package-lock.json
 * @param {{ packages: string, licence: string }[]} allowed
 */
export function licenceFaults({ packages }, allowed) {
  return Object.entries(packages).flatMap(([place, { license, dev, link }]) => {
    if (!place.includes('node_modules/') || dev || link) return [];
    const name = String(place.split('node_modules/').at(-1));
    if (license && isFree(license)) return [];
    if (license && allowed.some((entry) => isFor(entry.packages, name) && license.includes(entry.licence))) return [];
    return [`${name} has the licence ${license ?? '(none named)'}: replace it, or give the reason in infra/dev/dependencies-allowed.json`];
  });
}

/**
 * Packages that npm would install without comparing them with a hash.
 * @param {{ packages: Record<string, { integrity?: string, link?: boolean }> }} lock package-lock.json
 */
export const integrityFaults = ({ packages }) =>
  Object.entries(packages)
    .filter(([place, { integrity, link }]) => place.includes('node_modules/') && !link && !/^sha512-/.test(integrity ?? ''))
    .map(([place]) => `package-lock.json: ${place} has no integrity (sha512): "npm view <name>@<version> dist.integrity" gives it`);

/**
 * @param {{ vulnerabilities?: Record<string, { severity: string, via: (string | { url?: string, title?: string })[] }> }} report of `npm audit --json`
 * @param {{ advisory: string, reason: string, until: string }[]} allowed exceptions, each with the last day on which it is valid
 * @param {string} today `YYYY-MM-DD`
 * @returns {string[] | undefined} undefined if there is no report, because the audit service did not answer
 */
export function auditFaults(report, allowed, today) {
  if (!report?.vulnerabilities) return undefined;
  const known = new Set(allowed.filter(({ until }) => until >= today).map(({ advisory }) => advisory));
  return Object.entries(report.vulnerabilities).flatMap(([name, { severity, via }]) => {
    if (severity !== 'high' && severity !== 'critical') return [];
    return via
      .filter((cause) => typeof cause === 'object')
      .filter(({ url }) => !known.has(String(url?.split('/').at(-1))))
      .map(({ title, url }) => `${name}: ${title} (${severity}, ${url}): update it, or give the reason in infra/dev/dependencies-allowed.json`);
  });
}
