import { randomInt } from 'node:crypto';
import type { FormFiller } from './form-filler.ts';
import { dayFrom } from './values.ts';

export type Movement = 'E' | 'I';

/** Returns a number plate that no other test uses. */
export const aPlate = (): string => `TL ${randomInt(100_000_000, 1_000_000_000)}`;

const document = { E: 'Temporary exit of a vehicle', I: 'Temporary entry of a foreign vehicle' };
const destination = { E: 'Atambua', I: 'Dili' };
export const tripHome = { E: '/eservice/triptic/outbound', I: '/eservice/triptic/inbound' };

/** Fills in the first half of the form: the vehicle and its owner. */
export async function answerVehicle(form: FormFiller, movement: Movement, plate: string): Promise<void> {
  await form.unfold();
  await form.choose('Applying for', document[movement]);
  await form.choose('Sub-document', 'Private car');
  await form.type('Vehicle number', plate);
  await form.type('Chassis number', 'jtd 123');
  await form.type('Engine number', '2gd 77');
  await form.choose('Category', 'Passenger car');
  await form.type('Year of manufacture', '2019');
  await form.type('Model', 'corolla');
  await form.type('Engine capacity', '1800');
  await form.type('Owner name', 'Maria da Silva');
  await form.type('Owner address', 'Rua de Dili 1');
}

/** Fills in the second half: driver, journey, requirements and questions. */
export async function answerMovement(form: FormFiller, movement: Movement): Promise<void> {
  await form.tick('Owner is the Driver');
  await form.type('Passport', 'c123456');
  await form.type('Driving licence number', 'dl 9');
  await form.type('Contact number', '+670 7700 0001');
  await form.type('Foreign address', 'Jalan Atambua 2');
  await form.date('Entry date', dayFrom(2));
  await form.find('Destination', destination[movement]);
  await form.date('Expected date of return', dayFrom(30));
  await form.tickAll('Document requirements');
  await form.answerAll('Declarations', 'No');
}

/** Fills in all required fields of the open form, and answers every question. */
export async function answerTrip(form: FormFiller, movement: Movement, plate: string): Promise<void> {
  await answerVehicle(form, movement, plate);
  await answerMovement(form, movement);
}
