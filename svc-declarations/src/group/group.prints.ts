/** The printed form of a group: a page about the group, then the form of every member. */
import { createHash } from 'node:crypto';
import { inBoth, L, type Language, type PrintLayout, say, sentence } from '@portal/contract-kit';
import { type Call, formInKey, layoutIn, type PrintDefinition, type PrintedForm, printLayout, table, unavailable, withoutFields } from '@portal/service-kit';
import { arrivalStatusLabels, departureStatusLabels, laneNames } from '../../contract/index.ts';
import { issuerOf } from '../shared/declaration.prints.ts';
import { memberOf } from './group.member.ts';
import type { Groups, VisibleGroup } from './group.types.ts';

/** Time that a caller waits for a print that is not rendered yet, in ms. */
const renderWaitMs = 10_000;
/** Number of the layout of the first page. See `PrintDefinition.layoutNumber`. */
const coverNumber = 2;
const statusNames: Readonly<Record<string, ReturnType<typeof L>>> = { ...departureStatusLabels, ...arrivalStatusLabels };

/** Returns the print of a group. @throws 503 with Retry-After while it is not ready */
export async function groupPdf(groups: Groups, found: VisibleGroup, call: Call): Promise<PrintedForm> {
  const { documents, plan } = groups;
  const { definition: d, kit } = documents;
  const { row, members } = found;
  const form = d.prints[plan.print] as PrintDefinition<never>;
  // The cache key changes with the version of every member in the file, and with the numbers of the layouts.
  const shown = createHash('sha256')
    .update(members.map(({ id, version }) => `${id} ${version}`).join('\n'))
    .digest('hex')
    .slice(0, 16);
  const key = `${d.service}/${row.id}/${row.version}-${shown}/${formInKey(plan.print, form)}-${coverNumber}.${call.language}`;
  const layout = (): PrintLayout => ({
    ...layoutIn(call.language, () => cover(groups, found, call.language)),
    following: members.map((member) => printLayout(documents, withoutFields(documents.modelOf(member), d.access.office), form, call.language)),
  });
  const pdf = await kit.prints.fetch(key, layout, renderWaitMs, call.requestId);
  if (!pdf)
    throw unavailable(L('The form is being prepared. Try again in a moment.', 'O formulário está a ser preparado. Tente de novo dentro de momentos.'), 2);
  return { fileName: `${row.reference}.pdf`, pdf };
}

function cover(groups: Groups, { row, members }: VisibleGroup, language: Language): PrintLayout {
  const { documents, plan } = groups;
  const { kit } = documents;
  const { portalName, productName } = kit.settings;
  const all = members.map((member) => memberOf(documents, member));
  const hasLanes = all.some(({ lane }) => lane);
  const columns = [
    { title: L('No.', 'N.º'), width: 8, align: 'right' as const },
    { title: L('Name', 'Nome'), width: 40 },
    { title: L('Reference', 'Referência'), width: 24 },
    ...(hasLanes ? [{ title: L('Lane', 'Canal'), width: 14 }] : []),
    { title: L('Status', 'Estado'), width: 14 },
  ];
  const rows = all.map(({ name, reference, lane, documentStatus, answeredBy }, i) => [
    String(i + 1),
    answeredBy ? `${name} (${say(sentence('answered for by {{answeredBy}}', 'respondido por {{answeredBy}}', { answeredBy }), language)})` : name,
    reference,
    ...(hasLanes ? [lane ? say(laneNames[lane], language) : ''] : []),
    say(statusNames[documentStatus] ?? inBoth(documentStatus), language),
  ]);
  return {
    page: 'form',
    language,
    issuer: issuerOf({ portalName, productName, language }),
    title: say(plan.title, language),
    reference: row.reference,
    qr: {
      text: kit.signer.url(groups.statement(row)),
      caption: say(L('One code for all of you: show it to the officers', 'Um código para todos: mostre-o aos funcionários'), language),
    },
    blocks: table(L('Travellers', 'Viajantes'), columns, rows),
    footer: '',
  };
}
