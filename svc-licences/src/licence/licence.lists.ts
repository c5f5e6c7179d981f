/** Merges the list rows of a body into a licence: no registered row is lost, and none is repeated or invented. */
import { distinctBy, distinctFiles, keepRegisteredFiles } from '@portal/service-kit';
import type { LicenceDirector, LicenceMedia, LicenceRequirement } from '../../contract/index.ts';

const listOf = <Row>(given: unknown): Row[] => (Array.isArray(given) ? (given as Row[]) : []);

/** Returns the answers of a body by requirement. Rows of the same requirement are combined, so that no row hides another. */
function answersById(given: unknown): Map<string, Required<Pick<LicenceRequirement, 'accept' | 'decline' | 'confirmed'>>> {
  const answers = new Map<string, Required<Pick<LicenceRequirement, 'accept' | 'decline' | 'confirmed'>>>();
  for (const { id = '', accept, decline, confirmed } of listOf<LicenceRequirement>(given)) {
    const known = answers.get(id) ?? { accept: false, decline: false, confirmed: true };
    answers.set(id, {
      accept: known.accept || accept === true,
      decline: known.decline || decline === true,
      confirmed: known.confirmed && confirmed === true,
    });
  }
  return answers;
}

/** Returns the stored requirements with the answers of a body: the applicant says what is provided, the officer confirms it. */
export function withAnswers(stored: readonly LicenceRequirement[] | undefined, given: unknown, by: 'applicant' | 'officer'): LicenceRequirement[] {
  const answers = answersById(given);
  return (stored ?? []).map((row) => {
    const answer = answers.get(row.id ?? '');
    if (!answer) return row;
    return by === 'officer' ? { ...row, confirmed: answer.confirmed } : { ...row, accept: answer.accept, decline: answer.decline };
  });
}

/** Removes every confirmation, because an officer must confirm again after the applicant changed something. */
export const unconfirmed = (rows: readonly LicenceRequirement[]): LicenceRequirement[] => rows.map((row) => ({ ...row, confirmed: false }));

/** Returns the scans of a body. Scans of a registered document can be replaced but not removed. */
export const withScans = (stored: readonly LicenceMedia[] | undefined, given: unknown, registered: boolean): LicenceMedia[] =>
  registered ? keepRegisteredFiles(stored, listOf<LicenceMedia>(given)) : distinctFiles(listOf<LicenceMedia>(given));

/** Returns the directors of a body, without duplicates. */
export const distinctDirectors = (given: unknown): LicenceDirector[] =>
  distinctBy(
    distinctBy(listOf<LicenceDirector>(given), ({ id }) => id),
    ({ id: _id, ...director }) => JSON.stringify(Object.entries(director).sort()),
  );
