/**
 * Remembers objects and lists that were found without a fault. The answers to the same questions are nearly always the same, and persons who travel together
 * share most of theirs: to look at every row of everybody anew would be half of a validation. Personal fields are not remembered.
 */
/** What this needs of the description of a field. */
interface Field {
  personal?: boolean;
  type?: () => new () => object;
}

/** Texts that are remembered of one field, and the length of the longest. */
const mostTexts = 200;
const longestText = 4_000;

const found = new WeakMap<Field, Set<string>>();
/** The texts of values that are being validated. */
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

/** Whether this very value was found without a fault before. */
export function isFaultless(meta: Field, value: unknown, fieldsOf: (cls: new () => object) => readonly Field[]): boolean {
  if (value === null || typeof value !== 'object' || isPersonal(meta, fieldsOf)) return false;
  const text = JSON.stringify(value);
  if (found.get(meta)?.has(text)) return true;
  looking.set(value, text);
  return false;
}

/** Remembers a value of which `isFaultless` was asked, and in which no fault was found. */
export function rememberFaultless(meta: Field, value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  const text = looking.get(value);
  const cls = meta.type?.();
  // What is not of the contract's class was not looked at.
  const isOfContract = (Array.isArray(value) ? value : [value]).every((row) => row instanceof (cls as new () => object));
  if (text === undefined || text.length > longestText || !cls || !isOfContract) return;
  const texts = found.get(meta) ?? new Set<string>();
  if (texts.size >= mostTexts) texts.clear();
  texts.add(text);
  found.set(meta, texts);
}
