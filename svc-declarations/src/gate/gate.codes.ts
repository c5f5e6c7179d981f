/** Records which codes of declarations are out of date. Devices at gates get this list, so that they can check codes offline. */
import type { FactsToSeal } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import { CodeChangeRow } from './gate.entities.ts';

type Sealed = Omit<FactsToSeal, 'at'>;
const factsOf = ({ lane, day, passport, birthDate }: Sealed): string => JSON.stringify([lane, day, passport, birthDate]);

/** Records that the earlier codes of a declaration are out of date, if a change affected what they state. Runs in the transaction of that change. */
export async function recordCodeChange(tx: EntityManager, reference: string, before: FactsToSeal | undefined, now: FactsToSeal | undefined): Promise<void> {
  if (!before || !now || factsOf(before) === factsOf(now)) return;
  const known = await tx.findOneBy(CodeChangeRow, { reference });
  // Devices keep the entry until the latest day that any of the codes states.
  const day = [before.day, now.day].reduce((latest, each) => (each > latest ? each : latest), known?.day ?? '');
  const change = { since: new Date(now.at * 1000), day };
  if (known) await tx.update(CodeChangeRow, { reference }, change);
  else await tx.insert(CodeChangeRow, { reference, ...change });
}
