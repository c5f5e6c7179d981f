import type { Pens } from './bands.ts';
import type { Photo } from './photo.ts';
import type { StructureElement } from './structure.ts';

/** What the parts of one drawing share. */
export interface DrawingContext {
  pens: Pens;
  root: StructureElement;
  photo?: Photo;
}
