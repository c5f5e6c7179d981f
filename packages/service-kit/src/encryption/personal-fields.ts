/** Splits a document into personal and other fields, by the `personal` marks of its contract, and merges the two again. */
import { type ContractClass, fieldsOf } from '@portal/contract-kit';

type Plain = Record<string, unknown>;

/** Fields of one object: `'encrypted'` where the field itself is encrypted, a tree where the field contains encrypted fields. */
export type PersonalTree = ReadonlyMap<string, 'encrypted' | PersonalTree>;

const isPlain = (value: unknown): value is Plain => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the fields of a contract class that are marked personal. It is computed once per document kind. */
export function personalTree(cls: ContractClass): PersonalTree {
  const tree = new Map<string, 'encrypted' | PersonalTree>();
  for (const field of fieldsOf(cls)) {
    if (field.personal) tree.set(field.name, 'encrypted');
    else if (field.type) {
      const below = personalTree(field.type());
      if (below.size) tree.set(field.name, below);
    }
  }
  return tree;
}

/** Returns the dotted paths of a tree, for the documentation and for searches. */
export const personalPaths = (tree: PersonalTree): string[] =>
  [...tree].flatMap(([name, below]) => (below === 'encrypted' ? [name] : personalPaths(below).map((path) => `${name}.${path}`)));

/** Takes the marked fields out of a model. The two halves share no mutable data, and the model is not changed. */
export function splitPersonal(model: Plain, tree: PersonalTree): { clear: Plain; personal: Plain | undefined } {
  const clear: Plain = {};
  let personal: Plain | undefined;
  for (const name of Object.keys(model)) {
    const value = model[name];
    const mark = tree.get(name);
    if (mark === undefined || value === undefined || value === null) clear[name] = value;
    else if (mark === 'encrypted') {
      personal ??= {};
      personal[name] = value;
    } else {
      const parted = Array.isArray(value) ? splitRows(value, mark) : isPlain(value) ? splitPersonal(value, mark) : { clear: value, personal: undefined };
      clear[name] = parted.clear;
      if (parted.personal !== undefined) {
        personal ??= {};
        personal[name] = parted.personal;
      }
    }
  }
  return { clear, personal };
}

/** Splits an array row by row. A row without personal fields is null in the personal half. */
function splitRows(rows: unknown[], tree: PersonalTree): { clear: unknown[]; personal: unknown[] | undefined } {
  const parted = rows.map((row) => (isPlain(row) ? splitPersonal(row, tree) : { clear: row, personal: undefined }));
  return { clear: parted.map((p) => p.clear), personal: parted.some((p) => p.personal) ? parted.map((p) => p.personal ?? null) : undefined };
}

/**
 * Merges the personal half back into the clear half. It ignores the marks, so that a document is read as it was stored, even if the contract now marks other
 * fields.
 */
export function mergePersonal(clear: unknown, personal: unknown): unknown {
  if (Array.isArray(clear) && Array.isArray(personal)) return clear.map((row, i) => (personal[i] === null ? row : mergePersonal(row, personal[i])));
  if (!isPlain(clear) || !isPlain(personal)) return personal;
  const both: Plain = {};
  for (const name of Object.keys(personal)) if (name in clear) both[name] = mergePersonal(clear[name], personal[name]);
  // Set all properties at once. If they are set one by one, V8 turns a large document into a hash table, which is slower to copy and to write.
  return Object.assign({}, clear, personal, both);
}
