import type { Pens } from './bands.ts';
import type { Photo } from './photo.ts';
import type { StructureElement } from './structure.ts';

/** State shared by the parts of one drawing. */
export interface DrawingContext {
  pens: Pens;
  root: StructureElement;
  photo?: Photo;
}
