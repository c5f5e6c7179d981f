import { readFileSync } from 'node:fs';
import functions from '@stoplight/spectral-functions';
import owaspRules from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import { parse } from 'yaml';
import { at } from '../../build/lib/paths.mjs';

/**
 * The rules that the OpenAPI documents must follow.
 *
 * Dutch API Design Rules (NLgov), version of 2026-05-18: written here for Spectral from the standard and its published ruleset, under the same names. Standard:
 * https://gitdocumentatie.logius.nl/publicatie/api/adr/ (CC BY 4.0, Logius).
 */
const { pattern, schema, truthy } = functions;

/** @typedef {import('@stoplight/spectral-core').RulesetDefinition} RulesetDefinition */
/**
 * Returns a rule: the places that match `given` must fulfil `demand`.
 * @param {string | string[]} given @param {string} message @param {object} demand
 */
// biome-ignore lint/suspicious/noThenProperty: Spectral calls it so.
const rule = (given, message, demand) => ({ severity: 'error', given, message, then: demand });
/** @param {string | string[]} given @param {string} field @param {string} message */
const present = (given, field, message) => rule(given, message, { field, function: truthy });
/** @param {string | string[]} given @param {string | undefined} field @param {object} functionOptions @param {string} message */
const must = (given, field, functionOptions, message) => rule(given, message, { ...(field ? { field } : {}), function: pattern, functionOptions });
/** @param {string | string[]} given @param {object} shape @param {string} message */
const shaped = (given, shape, message) => rule(given, message, { function: schema, functionOptions: { schema: shape } });

const succeeded = '$..[responses][?(@property && @property.match(/(2|3)\\d\\d/))]';
const failed = '$..[responses][?(@property && @property.match(/(4|5)\\d\\d/))].content';
const days = ['$..properties[date,datum]', '$..properties[?(@property && @property.match(/((\\w+D)|(_[dD]))((ate)|(atum))/))]'];
const semver =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$';

/** Rules of valid OpenAPI. A document that breaks one of them breaks the rule /core/publish-openapi. */
const valid = [
  'oas3-schema',
  'operation-operationId-unique',
  'path-params',
  'openapi-tags-uniqueness',
  'oas3-valid-media-example',
  'oas3-valid-schema-example',
  'oas3-server-variables',
  'oas3-api-servers',
  'path-keys-no-trailing-slash',
];

/** @type {Record<string, object>} */
const nlgov = {
  'nlgov:openapi3': must("$.['openapi']", undefined, { match: '^3(.\\d+){1,2}$' }, 'Describe the interface in OpenAPI 3'),
  'nlgov:openapi-root-exists': present('$', 'openapi', 'Name the version of OpenAPI'),
  'nlgov:missing-header': present(succeeded, 'headers', 'Answer with a version header'),
  'nlgov:missing-version-header': shaped(
    `${succeeded}[headers]`,
    { anyOf: ['API-Version', 'Api-Version', 'Api-version', 'api-version'].map((name) => ({ required: [name] })) },
    'Answer with the full version in the header API-Version',
  ),
  'nlgov:include-major-version-in-uri': must('$.servers[*]', 'url', { match: '\\/v[\\d+]' }, 'Put the major version in the address'),
  'info-contact': present('$', 'info.contact', 'Name whom to contact'),
  'nlgov:info-contact-fields-exist': shaped('$.info.contact', { required: ['email', 'name', 'url'] }, 'Give name, address and e-mail of the contact'),
  'nlgov:http-methods': must(
    '$.paths[?(@property && @property.match(/(description|summary)/i))]',
    '@key',
    { match: 'post|put|get|delete|patch|parameters' },
    'Use standard methods',
  ),
  'nlgov:paths-kebab-case': must(
    '$.paths[?(@property && !@property.match(/\\/openapi\\.(json)|(yaml)/))]~',
    undefined,
    { match: '^(\\/|(\\/_[a-z0-9]+|\\/(([a-z0-9\\-]+|{[^}]+})(\\/([a-z0-9\\-\\.]+|{[^}]+}))*)(\\/_[a-z]+)?)\\/?)$' },
    'Write paths in kebab-case',
  ),
  'nlgov:query-keys-camel-case': must(
    ["$.paths.*.*.parameters[?(@.in=='query')]", "$.components.securitySchemes[?(@.in=='query')]"],
    'name',
    { match: '^\\$?[a-z][a-z\\d]*([A-Z][a-z\\d]*)*$' },
    'Write query parameters in camelCase',
  ),
  'nlgov:schema-camel-case': must('$.components.schemas[*]~', undefined, { match: '^[A-Z][A-Za-z0-9]*$' }, 'Name schemas in UpperCamelCase'),
  'nlgov:servers-use-https': must(['$.servers[*]', '$.paths..servers[*]'], 'url', { notMatch: '^http://.*' }, 'Use https'),
  'nlgov:use-problem-schema': shaped(
    failed,
    { anyOf: [{ required: ['application/problem+json'] }, { required: ['application/problem+xml'] }] },
    'Answer errors as problems of RFC 9457',
  ),
  'nlgov:problem-schema-members': shaped(
    `${failed}[?(@property=="application/problem+json" || @property=="application/problem+xml")]..schema`,
    { type: 'object', properties: { properties: { type: 'object', required: ['status', 'title', 'detail'] } } },
    'A problem has status, title and detail',
  ),
  'nlgov:problem-invalid-input': shaped(
    ['$.paths..[?( @property.match(/(get)|(delete)/) && @.parameters && @.parameters.length > 0 )]', '$.paths..[?( @property.match(/(put)|(post)|(patch)/))]'],
    { type: 'object', properties: { responses: { type: 'object', required: ['400'] } } },
    'Name the answer 400 where there is input',
  ),
  'nlgov:date-time-ensure-timezone': must('$..properties[*].format', undefined, { notMatch: '/^date-time-local$/' }, 'Give date-times with a time zone'),
  'nlgov:time-without-timezone': must('$..properties[*].format', undefined, { notMatch: '/^time$/' }, 'Give times without a time zone'),
  'nlgov:specify-format-for-date-and-time': shaped(
    days,
    { anyOf: [{ required: ['format'] }, { properties: { allOf: { type: 'array', items: { required: ['format'] } } }, required: ['allOf'] }] },
    'Give the format of a date',
  ),
  'nlgov:use-date-instead-of-datetime': must(
    days.map((given) => `${given}..format`),
    undefined,
    { notMatch: '/^date-time$/' },
    'A date has no time',
  ),
  'nlgov:semver': must('$.info.version', undefined, { match: semver }, 'Give the version as major.minor.patch'),
};

/** @type {Record<string, RulesetDefinition>} */
export const openapiRules = {
  'Dutch API Design Rules': /** @type {RulesetDefinition} */ ({
    extends: [[rulesets.oas, 'off']],
    rules: { ...Object.fromEntries(valid.map((name) => [name, 'error'])), ...nlgov },
  }),
  // Warnings of these rules count as errors, except for two rules that an API of forms cannot fulfil.
  OWASP: /** @type {RulesetDefinition} */ ({
    extends: [[owaspRules, 'all']],
    rules: {
      // Names, addresses and comments are texts in any language and have no pattern.
      'owasp:api4:2023-string-restricted': 'off',
      // The columns of a published table depend on its data set; their number is limited.
      'owasp:api3:2023-no-additionalProperties': 'off',
    },
  }),
};

/**
 * Exceptions: rules that published addresses and names of the portal break. Every other violation is a fault, and so is an exception that is no longer needed.
 * @type {{ rule: string, at: string, why: string }[]} `at`: a pattern of the places
 */
export const exceptions = parse(readFileSync(at('infra/dev/openapi-exceptions.yaml'), 'utf8'));
