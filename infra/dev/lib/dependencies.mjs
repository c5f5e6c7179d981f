import parse from 'spdx-expression-parse';

/** Finds faults of installed packages: known vulnerabilities, licences that require more than a notice, and missing integrity hashes. */

const free = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0', 'Zlib', 'Python-2.0', 'Unlicense']);

/** Returns whether an SPDX expression allows a licence that requires no more than a notice. @param {parse.Info} parts of the expression @returns {boolean} */
function allowsFree(parts) {
  if ('license' in parts) return free.has(parts.license);
  const both = [parts.left, parts.right];
  return parts.conjunction === 'or' ? both.some(allowsFree) : both.every(allowsFree);
}

/** Returns whether the expression of a package allows such a licence. A text that is not an SPDX expression does not. @param {string} expression */
function isFree(expression) {
  try {
    return allowsFree(parse(expression));
  } catch {
    return false;
  }
}

/**
 * Returns whether an exception applies to a package: to the package of that name, or, if the name ends with `-`, to all packages that begin with it. @param
 * {string} packages @param {string} name
 */
const isFor = (packages, name) => (packages.endsWith('-') ? name.startsWith(packages) : name === packages);

/**
 * Returns the packages whose licence is not allowed.
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
 * Returns the packages that npm would install without comparing them with a hash.
 * @param {{ packages: Record<string, { integrity?: string, link?: boolean }> }} lock package-lock.json
 */
export const integrityFaults = ({ packages }) =>
  Object.entries(packages)
    .filter(([place, { integrity, link }]) => place.includes('node_modules/') && !link && !/^sha512-/.test(integrity ?? ''))
    .map(([place]) => `package-lock.json: ${place} has no integrity (sha512): "npm view <name>@<version> dist.integrity" gives it`);

/**
 * Returns the high and critical vulnerabilities that have no valid exception.
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
