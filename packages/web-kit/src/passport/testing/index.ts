/** Photos of invented documents, for tests and benchmarks. */
export { typefaces } from './glyphs.ts';
export { type Trial, trainedWeights, trials } from './measure.ts';
export { filmOf, pngOf } from './picture-files.ts';
export { type Specimen, specimen } from './specimens.ts';
export { formatNamed, zoneLines } from './zone-lines.ts';
