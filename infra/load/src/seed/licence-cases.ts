import { type Case, dayOf, minute, officeTime, oneOf, type Step, staff } from './case.ts';
import lists from './lists.json' with { type: 'json' };
import { aPerson } from './people.ts';
import type { Random } from './random.ts';

export const licences = '/api/licences/v1/professional';

/** Returns the case of a licence: verified, paid, assessed, recommended, approved by two officers, issued. Some are queried, refused or left unfinished. */
export function aLicenceCase(random: Random, at: number): Case {
  const person = aPerson(random, random.chance(0.8) ? 'TL' : undefined);
  const body = {
    ...random.pick(lists.professions),
    documentType: 'IBN',
    birthDate: dayOf(Date.UTC(random.between(1960, 2001), random.below(12), random.between(1, 28))),
    holderCode: person.passport,
    indentityCode: person.nationalityCode === 'TL' ? 'BI' : 'PASSPORT',
    holderName: `${person.firstName} ${person.lastName}`,
    holderMobile: person.phoneNumber,
    holderEmail: person.emailAddress,
    gender: person.gender,
    nationalityCode: person.nationalityCode,
  };
  const steps: Step[] = [];
  let time = at;
  const then = (from: number, to: number, run: Step['run']): void => {
    time = officeTime(time + random.between(from, to) * minute);
    steps.push({ at: time, run });
  };
  /** How far the case gets; most cases are issued. */
  const way = random.named({ issued: 55, left: 4, unpaid: 7, queried: 8, answered: 8, rejected: 6, withdrawn: 3, returned: 3 });
  const [verifier, assessor] = [oneOf(random, staff.verifier), oneOf(random, staff.assessor)];
  const act =
    (user: string, action: string, more?: object): Step['run'] =>
    (desk, model) =>
      desk.act(user, licences, model, action, more);
  if (way === 'withdrawn') then(60, 2000, (desk, model) => desk.act(undefined, licences, model, 'withdrawal'));
  if (way === 'queried' || way === 'answered') then(120, 3000, act(verifier, 'query', { comment: random.pick(lists.queries) }));
  if (way === 'answered') then(600, 9000, (desk, model) => desk.act(undefined, licences, model, 'feedback', { comment: 'The missing paper is attached' }));
  if (['issued', 'answered', 'rejected', 'returned', 'unpaid'].includes(way)) {
    then(120, 2 * 24 * 60, (desk, model) =>
      desk.act(verifier, licences, model, 'verification', {
        bankCode: random.pick(lists.banks),
        requirements: model.requirements?.map((each) => ({ ...each, confirmed: true })),
      }),
    );
    if (way !== 'unpaid') {
      const cashier = oneOf(random, staff.cashier);
      then(30, 3000, (desk, model) => desk.pay(cashier, verifier, licences, model));
      then(60, 1500, act(assessor, 'assessment'));
    }
  }
  if (way === 'rejected') then(60, 900, act(assessor, 'rejection', { comment: 'The degree is not recognised in this country' }));
  if (way === 'returned') then(60, 900, act(assessor, 'recommendation', { decision: 'RETURN', comment: 'The training record is not complete' }));
  if (way === 'issued' || way === 'answered') {
    then(60, 1500, act(assessor, 'recommendation', { decision: 'RECOMMEND' }));
    const [first, second] = random.chance(0.5) ? staff.approver : [staff.approver[1], staff.approver[0]];
    then(60, 1500, act(first, 'approval'));
    then(60, 1500, act(second, 'approval'));
    then(30, 600, act(first, 'issuance'));
    if (random.chance(0.03)) then(2000, 9000, act(second, 'suspension', { comment: 'An investigation of the ministry is open' }));
  }
  return { at, register: (desk) => desk.register(licences, body), steps };
}
