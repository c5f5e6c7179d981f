/** Stands for a text that the screen prints unchanged. The text is never empty. */
export const anyText: unique symbol = Symbol('any text');
/** Stands for a day, which the screen prints in words. */
export const anyDay: unique symbol = Symbol('any day');
/** Stands for the path of a call, which the screen prints as a part of an address. */
export const anyPath: unique symbol = Symbol('any path');

/** Stands for a whole number, which the screen prints in digits. */
export const anyNumber: unique symbol = Symbol('any number');

const choice = Symbol('choice');
const part = Symbol('part');

interface List {
  [part]: Sample;
}

/**
 * Stands for a list. The screen must map it to adjacent `<li data-each>` elements that contain no other `<li>`, and must read nothing else of the list.
 * @param of sample of one item of the list: the item is rendered once in every variant that the sample allows
 */
export const listOf = (of: Sample): List => ({ [part]: of });
/** Returns the sample of a list's items; undefined if the sample is not a list. */
export const partOf = (sample: Sample): { of: Sample } | undefined =>
  typeof sample === 'object' && sample !== null && part in sample ? { of: (sample as List)[part] } : undefined;

interface Choice {
  [choice]: readonly unknown[];
}

/** Stands for one of several values. The screen is rendered with each of them. */
export const oneOf = (...values: readonly unknown[]): Choice => ({ [choice]: values });

/** The sample of a part of a document: a value, a stand-in for a value, or an object of samples. What a sample does not name is missing in the document. */
export type Sample = symbol | Choice | List | string | number | boolean | null | undefined | { [name: string]: Sample };

/** A screen that shows one document. The build prerenders it from a sample, and the gateway fills in the service's data. */
export interface DocumentScreen {
  /** The address of the screen, such as `/eservice/medical/professional/qr/:id`. */
  address: string;
  /** The path of the kind of document, such as `/v1/professional`. */
  kind: string;
  /** Whether the address may contain a finder's key in place of the id. */
  opensKeys?: boolean;
  /** The sample of the document, with everything that the screen reads. */
  model: Sample;
  /** The actions that the screen reads: `{ 'print-form': { method: 'GET', url: anyPath } }`, or `undefined` for an action that is not offered. */
  actions: { [name: string]: Sample };
}

/** Returns every variant that a sample allows. */
export function choices(sample: Sample): Sample[] {
  if (typeof sample !== 'object' || sample === null) return [sample];
  if (part in sample) return [sample];
  if (choice in sample) return ((sample as Choice)[choice] as Sample[]).flatMap(choices);
  return Object.entries(sample).reduce<Sample[]>(
    (made, [name, part]) => made.flatMap((so) => choices(part).map((chosen) => ({ ...(so as object), [name]: chosen }))),
    [{}],
  );
}

/** What a rendering assumed about one value that it read. If the rendering printed the value, its HTML has a hole (a placeholder) in that place. */
export interface Assumption {
  /** The source of the value: the document, the action with this name, the settings of the deployment, or the id in the address. */
  of: 'model' | 'id' | 'setting' | { action: string; mode: string };
  at: string[];
  as: 'text' | 'number' | 'day' | 'path' | 'id' | 'key' | 'given' | 'missing' | 'same';
  /** With `same`: the expected value. */
  value?: string | number | boolean | null;
}

/** The HTML of one list item, for all items that meet the same assumptions. The assumptions are about the item. */
export interface Row {
  html: string;
  assumes: Assumption[];
}

/** The HTML of a screen for all documents that meet the same assumptions. */
export interface ScreenCase {
  title: string;
  html: string;
  assumes: Assumption[];
  /** For a screen with a list: the list's path in the document, and every variant of its items. */
  list?: { at: string[]; rows: Row[] };
}

/** Marks the place in the HTML for the items of the list. */
export const listHole = '\uE000l\uE001';

/** Returns the mark for the place in the HTML where the value of an assumption is printed. No text of a screen contains these characters. */
export const holeOf = (index: number): string => `\uE000${index}\uE001`;
export const holes = /\uE000(\d+|l)\uE001/g;
