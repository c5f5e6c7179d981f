/** Which catalogue records a document uses. */
import type { ContractClass } from '@portal/contract-kit';
import { codedFields } from './catalogue-client.ts';

type Row = Record<string, unknown>;

/** Codes by catalogue, each once. */
export type UsedCodes = ReadonlyMap<string, ReadonlySet<string>>;

/** The document, as far as its row names catalogue records itself. */
interface Known {
  documentCode?: string | null;
  agencyCode?: string | null;
}

/** The codes of a document: those of its fields, of the lists that it was asked, its document and its agency. @param body decrypted */
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

/** The codes that one has and the other has not, as a change of counters names them: `countries:PT,TL;genders:F`. */
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

/** Each catalogue and code of such a text. */
export const codesNamed = (text: string): [catalogue: string, code: string][] =>
  text.split(';').flatMap((part) => {
    const [catalogue = '', codes = ''] = part.split(':');
    return codes.split(',').flatMap((code): [string, string][] => (code ? [[catalogue, code]] : []));
  });
