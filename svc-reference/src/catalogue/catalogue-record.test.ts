import type { RecordChange } from '../database/catalogue.entities.ts';
import { feeFaults, feesByDocument } from './catalogue-record.ts';
import { stateOf } from './periods.ts';

const today = '2026-11-20';

/** Returns new fees of one document: the first is of every sub-document, the others are of 60 sub-documents and begin on 20 days. */
const feesOfOneDocument = (count: number, amount: number): Pick<RecordChange, 'code' | 'before' | 'after'>[] =>
  Array.from({ length: count }, (_, n) => {
    const subDocument: Record<string, string> = n > 0 ? { subDocumentCode: `S${n % 60}` } : {};
    const values = { documentCode: 'TIBX', amount, currencyCode: 'USD', stage: 'permit', ...subDocument };
    const effectiveFrom = n > 0 ? `2027-01-${String(1 + (n % 20)).padStart(2, '0')}` : null;
    return { code: `FEE-${n}`, before: null, after: stateOf({ name: 'Fee', values, effectiveFrom }) };
  });

/** Returns the result of work and the processor time that it took, in milliseconds. */
function measured<T>(work: () => T): [T, number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1_000];
}

it('a fee of every sub-document is compared with hundreds of others', () => {
  const fees = feesOfOneDocument(400, 100);
  const [faults, ms] = measured(() => feeFaults(fees[0], feesByDocument('fees', fees, today)));
  expect(faults).toEqual([]);
  expect(ms).toBeLessThan(500);
});

it('an import of thousands of fees of one document is compared in little time', () => {
  const fees = feesOfOneDocument(2_000, 10);
  const [faults, ms] = measured(() => {
    const byDocument = feesByDocument('fees', fees, today);
    return fees.flatMap((change) => feeFaults(change, byDocument));
  });
  expect(faults).toEqual([]);
  expect(ms).toBeLessThan(5_000);
});

it('the fees of a sub-document that are too much together are found among hundreds of others', () => {
  const most = 2_147_483_647;
  const dear = (amount: number): string[] => {
    const fees = feesOfOneDocument(242, amount);
    const byDocument = feesByDocument('fees', fees, today);
    return fees.filter((change) => feeFaults(change, byDocument).length > 0).map(({ code }) => code);
  };
  // Five fees are of S1, four of each other sub-document, and one is of every sub-document.
  expect(dear(Math.floor(most / 6))).toEqual([]);
  expect(dear(Math.floor(most / 6) + 1)).toEqual(['FEE-0', 'FEE-1', 'FEE-61', 'FEE-121', 'FEE-181', 'FEE-241']);
});
