/** Generates `docs/access.md` (who may see and do what) from the table, the definitions and the routes. */
import type { ContractClass } from '@portal/contract-kit';
import { fieldsOf } from '@portal/contract-kit';
import type { AnyDefinition } from '../documents/document-definition.ts';
import { NEW } from '../documents/workflow.ts';
import { accessTable, fieldGroups, readingCalls, relations } from './access.ts';

/** A route of a service that belongs to no kind of document, and the roles that may call it. */
export interface OtherRoute {
  method: string;
  path: string;
  /** The caller needs one of these roles. Empty where the route needs no role. */
  roles: readonly string[];
}

const tick = (yes: boolean): string => (yes ? 'yes' : '');

function relationsTable(): string[] {
  return [
    `| relation | who | ${fieldGroups.join(' | ')} | ${readingCalls.join(' | ')} | may perform | sees officers and all comments |`,
    `|---|---|${fieldGroups.map(() => '---|').join('')}${readingCalls.map(() => '---|').join('')}---|---|`,
    ...relations.map((relation) => {
      const { about, sees, reads, acts, seesOfficers } = accessTable[relation];
      const cells = [...fieldGroups.map((group) => tick(sees.includes(group))), ...readingCalls.map((call) => tick(reads.includes(call)))];
      const acting = { applicant: "the applicant's actions", roles: 'the actions of the roles held', portal: "the portal's own actions", nothing: '' }[acts];
      return `| **${relation}** | ${about} | ${cells.join(' | ')} | ${acting} | ${tick(seesOfficers)} |`;
    }),
  ];
}

function whoOf(d: AnyDefinition, action: string): { by: string; roles: string } {
  const { who } = d.workflow.actions[action] as { who: { public?: true | 'new'; finder?: true; owner?: true; role?: true | string | string[] } };
  const roles = who.role === undefined ? [] : who.role === true ? [`${d.rolePrefix}-${action}`] : [who.role].flat();
  const by = [
    who.public === 'new' ? 'everyone, to register' : who.public ? 'every caller who may see it' : '',
    who.finder ? "also with a finder's key" : '',
    who.owner ? 'owner, applicant' : '',
  ];
  return { by: by.filter(Boolean).join('; '), roles: roles.map((role) => `\`${role}\``).join(', ') };
}

function kindSection(d: AnyDefinition): string[] {
  const labels = new Map(fieldsOf(d.contract as ContractClass).map((field) => [field.name, field.label?.en]));
  const named = (paths: readonly string[]): string =>
    paths.map((path) => (labels.get(path) ? `${labels.get(path)} (\`${path}\`)` : `\`${path}\``)).join(', ') || 'none';
  const finder = Object.keys(d.finder?.fields ?? {});
  const rows = Object.keys(d.workflow.actions).map((action) => {
    const rule = d.workflow.actions[action];
    const { by, roles } = whoOf(d, action);
    const from = rule.from === '*' ? 'any status' : (rule.from as string[]).map((s) => (s === NEW ? 'new' : s)).join(', ');
    return `| ${action} | ${rule.label.en} | ${from} | ${by} | ${roles} | ${rule.differentFrom?.join(', ') ?? ''} |`;
  });
  return [
    `### ${d.title.en} (\`${d.path}\`)`,
    '',
    `Staff search and export: \`${d.rolePrefix}-search\` or \`${d.rolePrefix}-read\`, within their agencies. ${d.finder ? `Public finder: ${finder.join(', ')}, all of them; it shows ${d.finder.listFields.join(', ')}.` : 'It has no public finder.'}`,
    '',
    `- contact: ${named(d.access.contact)}`,
    `- files: ${named(d.access.files)}`,
    `- office: ${named(d.access.office)}`,
    '- facts: every other field',
    '',
    '| action | label | from | by relation | by role and agency | not by the person who did |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

/** Returns the generated page as Markdown. @param others routes that belong to no document, by service */
export function accessDocument(definitions: readonly AnyDefinition[], others: ReadonlyMap<string, readonly OtherRoute[]>): string {
  return [
    '# Access rights: who may see and do what',
    '',
    'Generated from `packages/service-kit/src/access/access.ts`, the document definitions and the routes of the services by `npm run check -- --write`; change those, not this page.',
    '',
    '## Relations of a caller to a document',
    '',
    "Every read, search, export, print, QR page and action checks the caller's relation to the document. Several relations may apply at once. If none applies, the answer is 401 without a sign-in and 403 with one.",
    'Every field of a document belongs to one of the groups facts, contact, files and office; a caller sees a whole group or nothing of it. A draft is visible to its owner only, whatever roles another caller has.',
    '',
    ...relationsTable(),
    '',
    '## Kinds of documents',
    '',
    ...definitions.flatMap(kindSection),
    '## Calls without a document',
    '',
    'Calls below `/internal` are for other services and the gateway only; the gateway does not forward them.',
    '',
    ...[...others].flatMap(([service, routes]) => [
      `### ${service}`,
      '',
      '| call | roles |',
      '|---|---|',
      ...routes.map(({ method, path, roles }) => `| ${method} \`${path}\` | ${roles.map((role) => `\`${role}\``).join(', ') || 'none'} |`),
      '',
    ]),
  ].join('\n');
}
