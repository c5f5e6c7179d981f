/** Determines which catalogue records a document uses. */
import type { ContractClass } from '@portal/contract-kit';
import { codedFields } from './catalogue-client.ts';

type Row = Record<string, unknown>;

/** The codes that a document uses, by catalogue; each code appears once. */
export type UsedCodes = ReadonlyMap<string, ReadonlySet<string>>;

/** The columns of a document's row that name catalogue records. */
interface Known {
  documentCode?: string | null;
  agencyCode?: string | null;
}

/**
 * Returns the codes that a document uses: those in its fields, objects and lists, its document code and its agency. @param body decrypted body of the document
 */
export function usedCodes(contract: ContractClass, body: object, { documentCode, agencyCode }: Known): UsedCodes {
  const found = new Map<string, Set<string>>();
  const put = (catalogue: string, code: unknown): void => {
    if (typeof code !== 'string' || code === '') return;
    const known = found.get(catalogue);
    if (known) known.add(code);
    else found.set(catalogue, new Set([code]));
  };
  const walk = (cls: ContractClass, row: Row): void => {
    for (const { name, catalogue, type } of codedFields(cls)) {
      const value = row[name];
      if (catalogue) put(catalogue.name, value);
      else if (type && Array.isArray(value)) for (const each of value) if (each && typeof each === 'object') walk(type(), each as Row);
      if (type && value && typeof value === 'object' && !Array.isArray(value)) walk(type(), value as Row);
    }
  };
  walk(contract, body as Row);
  put('documents', documentCode);
  put('agencies', agencyCode);
  return found;
}

/** Returns the codes that `one` contains and `other` does not, in the text form that a change of counters uses: `countries:PT,TL;genders:F`. */
export function codesBeyond(one: UsedCodes | null, other: UsedCodes | null): string {
  return [...(one ?? [])]
    .flatMap(([catalogue, codes]) => {
      const known = other?.get(catalogue);
      const left = [...codes].filter((code) => !known?.has(code) && !/[:;,]/.test(code));
      return left.length ? [`${catalogue}:${left.sort().join(',')}`] : [];
    })
    .sort()
    .join(';');
}

/** Parses the text that `codesBeyond` returns into pairs of catalogue and code. */
export const codesNamed = (text: string): [catalogue: string, code: string][] =>
  text.split(';').flatMap((part) => {
    const [catalogue = '', codes = ''] = part.split(':');
    return codes.split(',').flatMap((code): [string, string][] => (code ? [[catalogue, code]] : []));
  });
