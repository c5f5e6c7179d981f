import { documentPath, useDocument } from '@portal/web-kit';

/** Settings of a kind of declaration (arrival or departure): its names, and the paths of its calls and pages. */
export interface DeclarationKind {
  /** Name of the kind in addresses, calls and roles, such as `traveller-declaration-read`. */
  name: 'traveller' | 'departure';
  /** Name of the kind in drafts and file names. */
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

/** The scope under which svc-media stores the files of a declaration. */
export const mediaScope = 'ope';

export const declarationPath = (of: DeclarationKind, id: string): string => documentPath(of.path, id);
export const useDeclaration = <Model extends object>(of: DeclarationKind, id?: string) => useDocument<Model>(of.path, id);
