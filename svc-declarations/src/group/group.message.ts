/** Tells the person who registers a group in one message, with the code of the group and those of all its members. */
import { fullName, inBoth, insideSentence, L, sentence } from '@portal/contract-kit';
import { applicantOf, type Call, type Letter, languageOf, nameInLetter, type ServerFields } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import type { DeclarationGroupRow } from './group.row.ts';
import type { Groups } from './group.types.ts';

type Member = ServerFields & Parameters<typeof fullName>[0];
/** Maximum number of short messages to one telephone number. With more members, one message opens the declaration of the first. */
const mostShortMessages = 5;

/** Returns the name and the reference of a member, without the name if it does not look like one. */
const namedBy = (member: Member, between: string): string => [nameInLetter(fullName(member)), member.serialReference.reference].filter(Boolean).join(between);
const lineOf = (member: Member): string => namedBy(member, ', ');

/**
 * Adds one message for each e-mail address, about the members with that address. Only an address that all members share also gets the code and the page of the
 * group. A short message has one link, so a telephone number that a few of the members share gets one for each of them.
 */
export async function addGroupMessages(groups: Groups, tx: EntityManager, row: DeclarationGroupRow, members: readonly Member[], call: Call): Promise<void> {
  const { documents, plan } = groups;
  const { kit, definition: d } = documents;
  const origin = kit.settings.publicUrl.replace(/\/$/, '');
  const byAddress = new Map<string, Member[]>();
  for (const member of members) {
    const { to } = applicantOf(documents, member) ?? {};
    if (to) byAddress.set(to, [...(byAddress.get(to) ?? []), member]);
  }
  const isTogether = (theirs: Member[]): boolean =>
    theirs.length === members.length || theirs.length > mostShortMessages || applicantOf(documents, theirs[0] as Member)?.channel === 'email';
  for (const theirs of [...byAddress.values()].flatMap((all) => (isTogether(all) ? [all] : all.map((member) => [member])))) {
    const first = theirs[0] as Member;
    const recipient = applicantOf(documents, first);
    if (!recipient) continue;
    const isWhole = theirs.length === members.length;
    const own = theirs.map((member) => ({
      url: kit.signer.url(documents.statement(member), 'seal'),
      caption: namedBy(member, '\n'),
    }));
    const whole = { url: kit.signer.url(groups.statement(row)), caption: row.reference };
    const reference = isWhole ? row.reference : theirs.map((member) => member.serialReference.reference).join(', ');
    const count = theirs.length;
    const pages = theirs.map((member) => ({
      label: count === 1 ? L('Open your document', 'Abrir o seu documento') : inBoth(lineOf(member)),
      url: `${origin}${d.publicScreen}/${member.id}`,
    }));
    const [link, ...moreLinks] = isWhole ? [{ label: L('Open your group', 'Abrir o seu grupo'), url: `${origin}${plan.publicScreen}/${row.id}` }] : pages;
    const letter: Letter = {
      event: 'registered',
      language: languageOf(first),
      subject: sentence('Registered: your {{document}}', 'Registo efetuado: {{document}}', {
        document: insideSentence(plan.title, (words) => words.toLowerCase()),
      }),
      paragraphs: [
        count === 1
          ? L(
              'You have registered 1 person. Keep this message: it opens the declaration again, and holds its code.',
              'Registou 1 pessoa. Guarde esta mensagem: com ela volta a abrir a declaração, e tem o seu código.',
            )
          : sentence(
              'You have registered {{count}} persons. Keep this message: it opens the declarations again, and holds the code of each person.',
              'Registou {{count}} pessoas. Guarde esta mensagem: com ela volta a abrir as declarações, e tem o código de cada pessoa.',
              { count },
            ),
      ],
      facts: [
        { name: L('Reference', 'Referência'), value: inBoth(reference) },
        { name: L('Persons', 'Pessoas'), value: inBoth(theirs.map(lineOf).join('\n')) },
      ],
      link,
      moreLinks,
      qr: isWhole ? [whole, ...own] : own,
      genuine: (isWhole ? whole : (own[0] as typeof whole)).url,
      short:
        count === 1
          ? sentence('{{reference}}: 1 person is registered.', '{{reference}}: 1 pessoa registada.', { reference })
          : sentence('{{reference}}: {{count}} persons are registered.', '{{reference}}: {{count}} pessoas registadas.', { reference, count }),
    };
    const about = { eventId: first.id, kind: d.kind, documentId: first.id, groupId: row.id };
    await kit.messages.add(tx, { ...about, recipient, letter, isPublic: call.actor.sub === null, requestId: call.requestId });
  }
}
