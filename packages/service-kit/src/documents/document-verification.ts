/** Determines what a scanned QR code proves about its document. */
import { L, type Language } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { localise } from '../http/problems.ts';
import { statesTheSame } from '../qr/seals.ts';
import type { Statement } from '../qr/statements.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';

/** Returns the standing of anything that was erased or lost, also of a kind that has no other standing. Its code remains genuine, but proves nothing about today. */
export const notInRegister = (language: Language): { code: string; label: string } => ({
  code: 'NOT_IN_REGISTER',
  label: localise(L('No longer in the register', 'Já não consta do registo'), language),
});

type Dates = Pick<Statement, 'nbf' | 'exp'>;

const dayOf = (seconds: number): string => dateTime(new Date(seconds * 1000)).slice(0, 10);

/**
 * Returns the days between which a document is valid, as the register has them now; null for a day that it does not have. Without the register's dates they are
 * those that the code states.
 */
function validDays(stated: Dates, present: Dates | undefined): { validFrom?: string | null; validUntil?: string | null } {
  if (present) return { validFrom: present.nbf ? dayOf(present.nbf) : null, validUntil: present.exp ? dayOf(present.exp) : null };
  return { ...(stated.nbf ? { validFrom: dayOf(stated.nbf) } : {}), ...(stated.exp ? { validUntil: dayOf(stated.exp) } : {}) };
}

/** Verifies a scanned token and returns what it states. Only staff who may read the document get the address of its screen. */
export async function verifyToken(documents: AnyDocuments, token: string, call: Call): Promise<{ genuine: boolean; [fact: string]: unknown }> {
  const { definition: d, kit } = documents;
  const statement = await kit.signer.verify(token);
  if (!statement || statement.k !== d.kind) return { genuine: false };
  const row = (await documents.rowOfCode(statement)) as DocumentRow | null;
  await kit.catalogues.warm(d.contract);
  const model = row && documents.modelOf(row);
  const { language } = call;
  const now = kit.clock.now();
  const standing = model && d.standing?.(model, now);
  const expired = statement.exp !== undefined && statement.exp * 1000 < now.getTime();
  const present = statement.sealed && model ? documents.statement(model).sealed : undefined;
  // A sealed code is superseded once the facts of the document have changed: the traveller must show the code that is on the declaration now.
  const superseded = statement.sealed !== undefined && present !== undefined && !statesTheSame(statement.sealed, present);
  const maySee = row && documents.accessOf(row, 'finder', call).has('reader');
  return {
    genuine: true,
    kind: statement.k,
    title: d.title,
    reference: statement.r,
    issuedAt: dateTime(new Date(statement.iat * 1000)),
    // An expired code proves nothing about the document of today, so it is answered with its own dates.
    ...validDays(statement, model && !expired ? d.validity?.(model) : undefined),
    ...(statement.exp ? { expired } : {}),
    ...(superseded ? { superseded } : {}),
    ...(standing ? { standing: { code: standing.code, label: localise(standing.label, language) } } : {}),
    ...(model ? {} : { standing: notInRegister(language) }),
    ...(model && !expired ? await d.shownOnVerification?.(documents.localised(model, language)) : {}),
    ...(model && d.verificationScreen ? { publicScreen: `${d.verificationScreen}/${token}` } : {}),
    ...(maySee ? { screen: `${d.staffScreen}/${row.id}`, documentStatus: row.documentStatus } : {}),
  };
}
