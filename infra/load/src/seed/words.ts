import { arrivals, trips } from '../calls.ts';
import { type Case, minute, oneOf, type Step, staff } from './case.ts';
import { departures } from './declaration-cases.ts';
import { licences } from './licence-cases.ts';
import type { Random } from './random.ts';

/** What officials write to one another and to applicants about documents of a kind. */
interface Words {
  path: string;
  officers: readonly string[];
  notes: readonly string[];
  /** Questions, each with its answer. Licences ask by a step of their own. */
  asks?: readonly (readonly [question: string, answer: string])[];
}

const words = {
  arrivals: {
    path: arrivals,
    officers: staff.officer,
    notes: [
      'Travels often. Was asked last month too',
      'The name is spelled otherwise on the list of the airline',
      '@border-supervisor please look at the invoice',
    ],
    asks: [
      ['Which company are the goods for?', 'For my own shop in Baucau'],
      ['In which room of the hotel can you be reached?', 'Room 12, booked under the name of my wife'],
    ],
  },
  departures: {
    path: departures,
    officers: staff.officer,
    notes: ['The ticket was changed to the next day', 'Came to the counter twice'],
    asks: [['The ticket number cannot be found. Write it again', 'It is 738 2401 887 610']],
  },
  licences: {
    path: licences,
    officers: staff.verifier,
    notes: ['The university confirmed the diploma by telephone', '@licence-assessor the training record is the second attachment', 'Same holder as last year'],
  },
  trips: {
    path: trips,
    officers: staff.tripVerifier,
    notes: ['The chassis number was compared with the vehicle', 'Owner and driver are brothers'],
    asks: [
      ['Is the insurance valid abroad?', 'Yes, the policy covers Indonesia until March'],
      ['The engine number differs from the registration. Which one is right?', 'The one on the form. The engine was replaced'],
    ],
  },
} satisfies Record<string, Words>;

/** The case with a note on some, and a question and its answer on a few, before its first step. */
export function withWords(each: Case, random: Random, kind: keyof typeof words): Case {
  const { path, officers, notes, asks }: Words = words[kind];
  const [first] = each.steps;
  if (!first || first.at - each.at < 20 * minute) return each;
  const at = (share: number): number => Math.floor(each.at + (first.at - each.at) * share);
  const officer = oneOf(random, officers);
  const more: Step[] = [];
  if (random.chance(0.06)) {
    const text = random.pick(notes);
    more.push({
      at: at(0.2),
      run: async (desk, model) => {
        await desk.call(officer, { method: 'POST', path: `${path}/${model.id}/notes`, body: { text } }, 201);
        return model;
      },
    });
  }
  if (asks && random.chance(0.03)) {
    const [comment, answer] = random.pick(asks);
    more.push({ at: at(0.4), run: (desk, model) => desk.act(officer, path, model, 'query', { comment }) });
    if (random.chance(0.7)) more.push({ at: at(0.7), run: (desk, model) => desk.act(undefined, path, model, 'feedback', { comment: answer }) });
  }
  return { ...each, steps: [...more, ...each.steps] };
}
