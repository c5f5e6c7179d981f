import { arrivals, trips } from '../calls.ts';
import { type Case, minute, oneOf, type Step, staff } from './case.ts';
import { departures } from './declaration-cases.ts';
import { licences } from './licence-cases.ts';
import type { Random } from './random.ts';
import written from './words.json' with { type: 'json' };

/** What officials write to each other and to applicants about documents of a kind. */
interface NotesAndQuestions {
  notes: string[];
  /** Questions, each with its answer. Licences have a separate step for questions. */
  asks?: { question: string; answer: string }[];
}
const words: Record<Kind, NotesAndQuestions> = written;

/** The base path of each kind of documents, and the officers who write about them. */
const places = {
  arrivals: { path: arrivals, officers: staff.officer },
  departures: { path: departures, officers: staff.officer },
  licences: { path: licences, officers: staff.verifier },
  trips: { path: trips, officers: staff.tripVerifier },
};
type Kind = keyof typeof places;

/** Adds a note to some cases, and a question with its answer to a few, before their first step. */
export function withNotesAndQuestions(each: Case, random: Random, kind: Kind): Case {
  const { path, officers } = places[kind];
  const { notes, asks } = words[kind];
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
    const { question, answer } = random.pick(asks);
    more.push({ at: at(0.4), run: (desk, model) => desk.act(officer, path, model, 'query', { comment: question }) });
    if (random.chance(0.7)) more.push({ at: at(0.7), run: (desk, model) => desk.act(undefined, path, model, 'feedback', { comment: answer }) });
  }
  return { ...each, steps: [...more, ...each.steps] };
}
