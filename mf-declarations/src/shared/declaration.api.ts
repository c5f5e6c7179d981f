import { documentPath, useDocument } from '@portal/web-kit';

/** Settings of a kind of declaration (arrival or departure): its names, and the paths of its calls and pages. */
export interface DeclarationKind {
  /** Name of the kind in roles, such as `traveller-declaration-read`, and in calls and addresses. */
  roleName: 'traveller' | 'departure';
  /** Name of the kind in drafts and file names. */
  word: 'arrival' | 'departure';
  /** First letters of its references. */
  referencePrefix: 'ARR' | 'DEP';
  path: string;
  publicBase: string;
  staffBase: string;
}

const kindOf = ({ roleName, ...names }: Pick<DeclarationKind, 'roleName' | 'word' | 'referencePrefix'>): DeclarationKind => ({
  roleName,
  ...names,
  path: `/v1/${roleName}/declaration`,
  publicBase: `/eservice/${roleName}/declaration`,
  staffBase: `/other/${roleName}/declaration`,
});

export const arrivals = kindOf({ roleName: 'traveller', word: 'arrival', referencePrefix: 'ARR' });
export const departures = kindOf({ roleName: 'departure', word: 'departure', referencePrefix: 'DEP' });

/** The scope under which svc-media stores the files of a declaration. */
export const mediaScope = 'ope';

export const declarationPath = (kind: DeclarationKind, id: string): string => documentPath(kind.path, id);
export const useDeclaration = <Model extends object>(kind: DeclarationKind, id?: string) => useDocument<Model>(kind.path, id);
