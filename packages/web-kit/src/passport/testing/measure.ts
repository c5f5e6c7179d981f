import { readZone } from '../reader/read-zone.ts';
import { weights } from '../reader/trained.generated.ts';
import { type PackedWeights, pack, unpack } from '../reader/weights-format.ts';
import { documentFields, documentOf } from '../zone/document.ts';
import { example } from './characters.ts';
import { typefaces } from './glyphs.ts';
import { Random } from './random.ts';
import { specimen } from './specimens.ts';
import { freshWeights, type Progress, train } from './trainer.ts';

/** The result of reading one photo. */
export interface Trial {
  seed: number;
  /** Whether every field of the document was read. */
  whole: boolean;
  /** Fields that were accepted with a wrong value. */
  wrong: string[];
  /** The processor time of the reading, in ms. */
  milliseconds: number;
}

/** Reads photos of invented documents, one for each seed. */
export function* trials(first: number, count: number, today: string): Generator<Trial> {
  const faces = typefaces();
  const network = unpack(weights);
  for (let seed = first; seed < first + count; seed += 1) {
    const made = specimen(seed, faces);
    const expected = documentOf(made.lines, today);
    const before = process.cpuUsage();
    const reading = readZone(made.picture, network, 4);
    const found = reading && documentOf(reading.lines, today, reading.certainty);
    const milliseconds = process.cpuUsage(before).user / 1000;
    yield {
      seed,
      whole: documentFields.every((field) => found?.[field] === expected?.[field]),
      wrong: documentFields.filter((field) => found?.[field] !== undefined && found[field] !== expected?.[field]),
      milliseconds,
    };
  }
}

/** Trains a new network on the given number of drawn characters. */
export function trainedWeights(examples: number, tell: (progress: Progress) => void): PackedWeights {
  const random = new Random(9303);
  const faces = typefaces();
  const fresh = freshWeights(random);
  train(fresh, () => example(faces, random), examples, tell);
  return pack(fresh);
}
