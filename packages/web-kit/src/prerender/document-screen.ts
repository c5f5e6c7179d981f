/** A text that is printed as it is. It is never empty. */
export const anyText: unique symbol = Symbol('any text');
/** A day, which is printed in words. */
export const anyDay: unique symbol = Symbol('any day');
/** The path of a call, which is printed as a part of an address. */
export const anyPath: unique symbol = Symbol('any path');

/** A whole number, which is printed in digits. */
export const anyNumber: unique symbol = Symbol('any number');

const choice = Symbol('choice');
const part = Symbol('part');

interface List {
  [part]: Sample;
}

/**
 * A list. The screen maps it to `<li data-each>` elements that stand next to one another, without another `<li>` in them, and reads nothing else of it.
 * @param of one of its parts: it is drawn once in every way that this allows
 */
export const listOf = (of: Sample): List => ({ [part]: of });
/** What the parts of a list are like; undefined for anything else. */
export const partOf = (sample: Sample): { of: Sample } | undefined =>
  typeof sample === 'object' && sample !== null && part in sample ? { of: (sample as List)[part] } : undefined;

interface Choice {
  [choice]: readonly unknown[];
}

/** One of several values. The screen is drawn with each. */
export const oneOf = (...values: readonly unknown[]): Choice => ({ [choice]: values });

/** A part of a document as a sample has it: a value, what may stand there, or what is inside. What a sample does not name is missing in the document. */
export type Sample = symbol | Choice | List | string | number | boolean | null | undefined | { [name: string]: Sample };

/** A screen that shows one document: the build draws it from a sample, and the gateway fills in what the service says. */
export interface DocumentScreen {
  /** Its address, as `/eservice/medical/professional/qr/:id`. */
  address: string;
  /** The path of its kind of document, as `/v1/professional`. */
  kind: string;
  /** Whether the address may have a finder's key in place of the id. */
  opensKeys?: boolean;
  /** The document as far as the screen reads it. */
  model: Sample;
  /** The actions that it asks for: `{ 'print-form': { method: 'GET', url: anyPath } }`, or `undefined` where one is not offered. */
  actions: { [name: string]: Sample };
}

/** Every way to choose. */
export function choices(sample: Sample): Sample[] {
  if (typeof sample !== 'object' || sample === null) return [sample];
  if (part in sample) return [sample];
  if (choice in sample) return ((sample as Choice)[choice] as Sample[]).flatMap(choices);
  return Object.entries(sample).reduce<Sample[]>(
    (made, [name, part]) => made.flatMap((so) => choices(part).map((chosen) => ({ ...(so as object), [name]: chosen }))),
    [{}],
  );
}

/** What a drawing took for granted about one thing that it read. What it printed is a hole in its HTML. */
export interface Assumption {
  /** Where the value comes from: the document, the action of this name, the settings of the deployment, or the id in the address. */
  of: 'model' | 'id' | 'setting' | { action: string; mode: string };
  at: string[];
  as: 'text' | 'number' | 'day' | 'path' | 'id' | 'key' | 'given' | 'missing' | 'same';
  /** Of `same`. */
  value?: string | number | boolean | null;
}

/** The HTML of one part of a list, for parts of which the same holds. Its assumptions are about the part. */
export interface Row {
  html: string;
  assumes: Assumption[];
}

/** The HTML of a screen for documents of which the same holds. */
export interface Case {
  title: string;
  html: string;
  assumes: Assumption[];
  /** Of a screen with a list: where it is in the document, and every way in which one of its parts looks. */
  list?: { at: string[]; rows: Row[] };
}

/** The place in the HTML where the parts of the list stand. */
export const listHole = '\uE000l\uE001';

/** The place in the HTML where what an assumption is about stands. No text of a screen has these characters. */
export const holeOf = (index: number): string => `\uE000${index}\uE001`;
export const holes = /\uE000(\d+|l)\uE001/g;
