/**
 * A cache of valid objects and lists, so that they are not validated again. The answers to the same questions are nearly always the same, and persons who
 * travel together share most of their answers: validating every row of every person again would take half of the time of a validation. Personal fields are
 * never cached.
 */
/** The properties of a field's metadata that this cache needs. */
interface Field {
  personal?: boolean;
  type?: () => new () => object;
}

/** Largest number of values cached for each field, and the largest length of a cached value, in characters of JSON. */
const mostTexts = 200;
const longestText = 4_000;

const found = new WeakMap<Field, Set<string>>();
/** The JSON of the values that are being validated. */
const looking = new WeakMap<object, string>();
const personal = new WeakMap<Field, boolean>();

const isPersonal = (meta: Field, fieldsOf: (cls: new () => object) => readonly Field[]): boolean => {
  let answer = personal.get(meta);
  if (answer === undefined) {
    answer = meta.personal || (meta.type ? fieldsOf(meta.type()).some((below) => isPersonal(below, fieldsOf)) : false);
    personal.set(meta, answer);
  }
  return answer;
};

/** Whether an equal value of this field was already validated without an error. Otherwise prepares the value for `rememberValid`. */
export function isKnownValid(meta: Field, value: unknown, fieldsOf: (cls: new () => object) => readonly Field[]): boolean {
  if (value === null || typeof value !== 'object' || isPersonal(meta, fieldsOf)) return false;
  const text = JSON.stringify(value);
  if (found.get(meta)?.has(text)) return true;
  looking.set(value, text);
  return false;
}

/** Caches a value as valid, after `isKnownValid` returned false for the value and its validation found no error. */
export function rememberValid(meta: Field, value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  const text = looking.get(value);
  const cls = meta.type?.();
  // class-validator does not check rows that are not instances of the contract class, so such a value is not known to be valid.
  const isOfContract = (Array.isArray(value) ? value : [value]).every((row) => row instanceof (cls as new () => object));
  if (text === undefined || text.length > longestText || !cls || !isOfContract) return;
  const texts = found.get(meta) ?? new Set<string>();
  if (texts.size >= mostTexts) texts.clear();
  texts.add(text);
  found.set(meta, texts);
}
