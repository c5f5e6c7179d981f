import { confirmed, trips } from '../calls.ts';
import type { Model } from '../client.ts';
import { type Case, day, dayOf, minute, officeTime, oneOf, type Step, staff } from './case.ts';
import lists from './lists.json' with { type: 'json' };
import { aPerson } from './people.ts';
import type { Random } from './random.ts';

/**
 * Returns the case of a trip: verified, paid, approved, and two crossings of the border. Some trips wait for their payment, and some vehicles do not come back
 * in time.
 */
export function aTripCase(random: Random, at: number): Case {
  const movement = random.chance(0.7) ? 'E' : 'I';
  const person = aPerson(random, movement === 'E' ? 'TL' : 'ID');
  const code = movement === 'E' ? 'TIBE' : 'TIBI';
  const vehicle = random.pick(lists.vehicles);
  const begins = at + random.between(1, 6) * day;
  const lasts = random.between(3, 40);
  const [crossCode, returnCode] = [random.pick(lists.borderPosts), random.pick(lists.borderPosts)];
  const name = `${person.firstName} ${person.lastName}`;
  const body = {
    documentDetails: { code },
    subDocumentDetails: { code: `${code}-PRI` },
    vehicleNumber: movement === 'E' ? `${random.text(2)}-${random.text(3)} TL` : `DH ${random.text(4)} ${random.text(2, 'ABCDEFGHK')}`,
    chasisNumber: random.text(17, '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'),
    engineNumber: random.text(9, '0123456789ABCDEFGH'),
    ...vehicle,
    manufactureYear: random.between(2004, 2025),
    engineCapacity: String(random.pick([110, 1300, 1800, 2400, 2800, 4500])),
    ownerName: name,
    ownerAddress: movement === 'E' ? 'Rua de Díli 1, Díli' : 'Jalan El Tari 2, Atambua',
    entryDate: dayOf(begins),
    expectedDate: dayOf(begins + lasts * day),
    destinationCode: random.pick(movement === 'E' ? lists.placesAbroad : lists.placesInside),
    crossCode,
    returnCode,
    driverName: random.chance(0.6) ? name : `${aPerson(random, person.nationalityCode).firstName} ${person.lastName}`,
    identityNumber: person.passport,
    licenseNumber: `DL-${random.text(6)}`,
    contactNumber: person.phoneNumber,
    localAddress: 'Rua de Díli 1, Díli',
    foreignAddress: 'Jalan Merdeka 7, Atambua',
    questions: [1, 2, 3, 4, 5].map((rank) => ({ id: `${code}-Q${rank}`, accepted: false, declined: true })),
  };
  const steps: Step[] = [];
  let time = at;
  const then = (from: number, to: number, run: Step['run'], office = true): void => {
    const next = time + random.between(from, to) * minute;
    time = office ? officeTime(next) : next;
    steps.push({ at: time, run });
  };
  const way = random.named({ all: 60, left: 3, unpaid: 12, terminated: 4, out: 14 });
  const [verifier, approver] = [oneOf(random, staff.tripVerifier), oneOf(random, staff.tripApprover)];
  const [border, cashier] = [oneOf(random, staff.tripBorder), oneOf(random, staff.cashier)];
  const act =
    (user: string, action: string, more: object | ((model: Model) => object) = {}): Step['run'] =>
    (desk, model) =>
      desk.act(user, trips, model, action, typeof more === 'function' ? more(model) : more);
  const pay: Step['run'] = (desk, model) => desk.pay(cashier, border, trips, model);
  if (way !== 'left') {
    const input = (model: Model) => ({
      requirements: confirmed(model),
      ...(movement === 'E' ? { authoriserDetails: { code: random.pick(['AUT-01', 'AUT-02']) } } : {}),
    });
    then(30, 900, act(verifier, 'verification', input));
    if (way === 'terminated') then(60, 900, act(verifier, 'termination', { comment: 'The owner has withdrawn the application' }));
  }
  if (way === 'all' || way === 'out') {
    then(30, 1500, pay);
    then(15, 110, act(approver, 'approval'));
    if (movement === 'E') then(30, 900, pay);
    time = Math.max(time, begins);
    then(10, 600, act(border, 'validation'), false);
    const crossing = { crossingDate: dayOf(begins), ...(movement === 'I' ? { authoriserDetails: { code: 'AUT-05' } } : {}) };
    then(5, 60, act(border, 'confirmation', crossing), false);
  }
  if (way === 'all') {
    time = Math.max(time, begins + (lasts + random.between(-2, 2)) * day);
    then(10, 300, act(border, 'return-validation'), false);
    then(5, 60, act(border, 'return-confirmation', { actualDate: dayOf(time) }), false);
  }
  return { at, register: (desk) => desk.register(trips, body), steps };
}
