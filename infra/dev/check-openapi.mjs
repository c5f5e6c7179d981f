import { readFileSync } from 'node:fs';
import core from '@stoplight/spectral-core';
import { at, foldersWith } from '../build/lib/paths.mjs';
import { exceptions, openapiRules } from './lib/openapi-rules.mjs';

/** Checks the OpenAPI document of every service against the Dutch API Design Rules and the OWASP rules. */
const faults = new Set();
const used = new Set();
const services = foldersWith('svc-');
for (const [name, ruleset] of Object.entries(openapiRules)) {
  const spectral = new core.Spectral();
  spectral.setRuleset(ruleset);
  for (const service of services) {
    for (const { code, path, message } of await spectral.run(JSON.parse(readFileSync(at(`${service}/openapi.json`), 'utf8')))) {
      const place = path.join(' ');
      const exception = exceptions.find(({ rule, at: where }) => rule === code && new RegExp(where).test(place));
      if (exception) used.add(exception);
      else faults.add(`${service}/openapi.json: ${place}: ${message} (${name}, ${code})`);
    }
  }
}
for (const exception of exceptions) if (!used.has(exception)) faults.add(`nothing breaks ${exception.rule} at ${exception.at}: take the exception away`);
for (const fault of faults) console.error(fault);
console.log(`${services.length} documents, ${faults.size} faults, ${used.size} exceptions`);
process.exit(faults.size ? 1 : 0);
