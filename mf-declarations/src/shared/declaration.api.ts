import { documentPath, useDocument } from '@portal/web-kit';

/** A kind of declaration: the paths of its calls and pages. */
export interface DeclarationKind {
  /** Its name in addresses, calls and roles: `traveller-declaration-read`. */
  name: 'traveller' | 'departure';
  /** Its name in drafts and files. */
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
/** The person's name, from a declaration or its row of a list. */
export const nameOf = ({ firstName, lastName }: { firstName?: string; lastName?: string }): string => [firstName, lastName].filter(Boolean).join(' ');
export const useDeclaration = <Model extends object>(of: DeclarationKind, id?: string) => useDocument<Model>(of.path, id);
