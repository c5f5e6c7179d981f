import { documentPath, useDocument } from '@portal/web-kit';

/** A kind of declaration: where its calls and its pages stand. */
export interface DeclarationKind {
  /** As addresses, calls and roles name it: `traveller-declaration-read`. */
  name: 'traveller' | 'departure';
  /** As drafts and files name it. */
  word: 'arrival' | 'departure';
  /** First letters of its references. */
  prefix: 'ARR' | 'DEP';
  path: string;
  publicBase: string;
  staffBase: string;
}

const kind = (name: DeclarationKind['name'], word: DeclarationKind['word'], prefix: DeclarationKind['prefix']): DeclarationKind => ({
  name,
  word,
  prefix,
  path: `/v1/${name}/declaration`,
  publicBase: `/eservice/${name}/declaration`,
  staffBase: `/other/${name}/declaration`,
});

export const arrivals = kind('traveller', 'arrival', 'ARR');
export const departures = kind('departure', 'departure', 'DEP');

export const declarationPath = (of: DeclarationKind, id: string): string => documentPath(of.path, id);
export const useDeclaration = <Model extends object>(of: DeclarationKind, id?: string) => useDocument<Model>(of.path, id);
