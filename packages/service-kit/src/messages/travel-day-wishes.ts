/** Tells people whose day of travel cannot be declared yet when it can be. */
import {
  type Bilingual,
  dayText,
  insideSentence,
  L,
  type Language,
  sentence,
  type TravelDayOpening,
  TravelDayWish,
  validateContract,
} from '@portal/contract-kit';
import { LessThanOrEqual } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { addDays } from '../clock.ts';
import { isDuplicate } from '../database/database.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { unprocessable } from '../http/problems.ts';
import { wishContext } from './contexts.ts';
import type { Letter } from './letter.ts';
import { TravelDayWishRow } from './message.entities.ts';
import { mailboxOf } from './messages.ts';
import type { TravelDays } from './reminder.ts';

const batch = 200;
/** Number of days from today within which a day of travel must lie. */
const mostDays = 366;

/**
 * Saves a person's request to be told. Repeating it changes nothing, and the answer is the same. @returns the day on which the message is sent. @throws 422,
 * 503
 */
export async function saveTravelDayWish({ definition: d, kit }: AnyDocuments, body: unknown, call: Call): Promise<TravelDayOpening> {
  const { daysAhead } = d.travelDays as TravelDays;
  const { value, errors } = validateContract(TravelDayWish, body ?? {}, call.language);
  if (errors.length) throw unprocessable(errors);
  const { emailAddress: to = '', travelDay = '' } = value;
  const today = kit.clock.today();
  const opensOn = addDays(travelDay, -daysAhead);
  if (opensOn <= today || travelDay > addDays(today, mostDays))
    throw unprocessable([
      {
        code: 'CHOICE',
        field: 'travelDay',
        message: sentence(
          'Choose a day later than {{day}}, within a year. Earlier days can be declared now.',
          'Escolha um dia posterior a {{day}}, dentro de um ano. Os dias anteriores já podem ser declarados.',
          { day: dayText(addDays(today, daysAhead)) ?? '' },
        ),
      },
    ]);
  const recipient = { channel: 'email', to } as const;
  kit.messages.requireOpen([recipient]);
  // A tag after `+` makes no other request: anybody can make requests with anybody's address.
  const id = kit.messages.idOf({ eventId: `${d.kind} ${travelDay}`, recipient: mailboxOf(recipient) });
  const content = kit.encryption.encryptJson({ to, language: call.language }, wishContext(id));
  await kit.db
    .write(async (tx) => {
      await tx.insert(TravelDayWishRow, { id, kind: d.kind, travelDay, opensOn, content, createdAt: kit.clock.now() });
      await kit.audit.add(tx, call, { action: 'travel-day-wish', kind: d.kind, details: { travelDay } });
    })
    .catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  return { opensOn };
}

/** Tells the people whose day may be declared from today on, and deletes their requests. @returns how many people were told */
export async function sendTravelDayWishes({ definition: d, kit }: AnyDocuments): Promise<number> {
  if (!d.travelDays) return 0;
  let told = 0;
  for (;;) {
    const where = { kind: d.kind, opensOn: LessThanOrEqual(kit.clock.today()) };
    const rows = await kit.db.reader.find(TravelDayWishRow, { where, order: { id: 'ASC' }, take: batch });
    for (const row of rows)
      await kit.db.write(async (tx) => {
        const { affected } = await tx.delete(TravelDayWishRow, { id: row.id });
        // Skip the request if another instance has handled it, or if its day of travel has passed.
        if (affected !== 1 || row.travelDay < kit.clock.today()) return;
        const { to, language } = kit.encryption.decryptJson<{ to: string; language: Language }>(row.content as never, wishContext(row.id));
        const letter = openLetter(d.title, row.travelDay, `${kit.settings.publicUrl.replace(/\/$/, '')}${d.travelDays?.form}`, language);
        await kit.messages.add(tx, { eventId: `wish/${row.id}`, recipient: { channel: 'email', to }, letter, kind: d.kind, isPublic: true });
        told++;
      });
    if (rows.length < batch) return told;
  }
}

function openLetter(title: Bilingual, travelDay: string, url: string, language: Language): Letter {
  const document = insideSentence(title, (words) => words.toLowerCase());
  return {
    event: 'window-open',
    language,
    subject: sentence('You can fill in your {{document}} now', 'Já pode preencher a {{document}}', { document }),
    paragraphs: [
      sentence(
        'You asked to be told when the {{document}} for {{day}} can be filled in. It can, from today on. This is the only message: your address is not kept.',
        'Pediu para ser avisado quando a {{document}} para {{day}} pudesse ser preenchida. Já pode, a partir de hoje. Esta é a única mensagem: o seu endereço não é guardado.',
        { document, day: dayText(travelDay) ?? travelDay },
      ),
    ],
    link: { label: L('Open the form', 'Abrir o formulário'), url },
  };
}
