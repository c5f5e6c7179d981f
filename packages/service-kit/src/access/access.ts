/**
 * Who may see and do what with a document. Every read, search, export, print, QR page, lookup and action consults this one table. docs/access.md is generated
 * from it.
 */
import { type Actor, hasRole, isStaff } from '../auth/actor.ts';

/** The relations that a caller may have to a document. */
export const relations = ['owner', 'applicant', 'holder', 'finder', 'reader', 'officer', 'system'] as const;
export type Relation = (typeof relations)[number];

/**
 * The groups of fields that are shown or hidden together. A definition lists its fields of the groups `contact`, `files` and `office`; all other fields are
 * facts.
 */
export const fieldGroups = ['facts', 'contact', 'files', 'office'] as const;
export type FieldGroup = (typeof fieldGroups)[number];

/** The calls that read one document. */
export const readingCalls = ['document', 'version', 'history', 'thread', 'qr', 'print', 'export'] as const;
export type ReadingCall = (typeof readingCalls)[number];

interface Rights {
  /** Description for the generated page. */
  about: string;
  sees: readonly FieldGroup[];
  reads: readonly ReadingCall[];
  /** Which workflow actions a caller with this relation may perform: the applicant's, those of the caller's roles, the portal's own, or none. */
  acts: 'applicant' | 'roles' | 'portal' | 'nothing';
  /** Whether a caller with this relation sees which officers acted, and every comment. */
  seesOfficers: boolean;
}

export const accessTable: Readonly<Record<Relation, Rights>> = {
  owner: {
    about: 'signed in, and registered the document (also staff who registered it at the counter)',
    sees: ['facts', 'contact', 'files'],
    reads: ['document', 'version', 'history', 'thread', 'qr', 'print', 'export'],
    acts: 'applicant',
    seesOfficers: false,
  },
  applicant: {
    about: 'has no role, and has the id of a document that the public registered, or entered a one-time code',
    sees: ['facts', 'contact', 'files'],
    reads: ['document', 'version', 'thread', 'qr', 'print', 'export'],
    acts: 'applicant',
    seesOfficers: false,
  },
  holder: {
    about: 'has no role, and has the id of a document that a signed-in person registered',
    sees: ['facts', 'contact', 'files'],
    reads: ['document', 'version', 'thread', 'qr', 'print'],
    acts: 'nothing',
    seesOfficers: false,
  },
  finder: {
    about: "has the finder's key, which opens one document for 15 minutes",
    sees: ['facts'],
    reads: ['document', 'qr', 'print'],
    acts: 'nothing',
    seesOfficers: false,
  },
  reader: {
    about: 'staff with the read role of the kind, in the agency of the document',
    sees: ['facts', 'contact', 'files', 'office'],
    reads: ['document', 'version', 'history', 'thread', 'qr', 'print'],
    acts: 'roles',
    seesOfficers: true,
  },
  officer: {
    about: 'staff with another role of the kind, in the agency of the document',
    sees: ['facts'],
    reads: [],
    acts: 'roles',
    seesOfficers: false,
  },
  system: {
    about: 'the portal itself: receipts, daily jobs',
    sees: ['facts', 'contact', 'files', 'office'],
    reads: [],
    acts: 'portal',
    seesOfficers: true,
  },
};

/** How the caller refers to the document: by its id, by a key from the finder, or by a key from a one-time code. */
export type KeyKind = 'id' | 'finder' | 'code';

/** The facts about a document that decide who may access it. */
export interface Protected {
  /** Subject of the user who registered the document; null where it was registered without signing in. */
  ownerSub: string | null;
  agencyCode: string | null;
  /** Whether the document is a draft, not yet registered. Only its author sees a draft. */
  isDraft: boolean;
}

/** A caller's rights on one document. */
export class Access {
  constructor(readonly relations: readonly Relation[]) {}

  /** Whether the caller may know that the document exists. */
  get any(): boolean {
    return this.relations.length > 0;
  }

  /** Returns the same rights without those of the given relation. */
  without(relation: Relation): Access {
    return new Access(this.relations.filter((r) => r !== relation));
  }

  has(relation: Relation): boolean {
    return this.relations.includes(relation);
  }

  mayRead(call: ReadingCall): boolean {
    return this.relations.some((r) => accessTable[r].reads.includes(call));
  }

  sees(group: FieldGroup): boolean {
    return this.relations.some((r) => accessTable[r].sees.includes(group));
  }

  get seesOfficers(): boolean {
    return this.relations.some((r) => accessTable[r].seesOfficers);
  }

  acts(as: Rights['acts']): boolean {
    return this.relations.some((r) => accessTable[r].acts === as);
  }
}

/** Returns whether the document belongs to one of the agencies in the caller's token. */
export const isOfAgency = (actor: Actor, agencyCode: string | null): boolean => agencyCode !== null && actor.agencies.includes(agencyCode);

/** Returns the caller's relations to the document. Several may hold at once: an officer may own a document that they registered at the counter. */
export function accessTo(document: Protected, key: KeyKind, actor: Actor, rolePrefix: string): Access {
  const { ownerSub, agencyCode, isDraft } = document;
  const found: Relation[] = [];
  if (actor.isPortal) return new Access(['system']);
  const owns = actor.sub !== null && ownerSub === actor.sub;
  if (owns) found.push('owner');
  if (isDraft) return new Access(found);
  if (isStaff(actor)) {
    // A key gives staff no access: only their roles and agencies count.
    if (isOfAgency(actor, agencyCode)) {
      if (hasRole(actor, `${rolePrefix}-read`)) found.push('reader');
      else if (actor.roles.some((role) => role.startsWith(`${rolePrefix}-`))) found.push('officer');
    }
  } else if (key === 'code' || (key === 'id' && ownerSub === null)) found.push('applicant');
  else if (!owns) found.push(key === 'finder' ? 'finder' : 'holder');
  return new Access(found);
}

/** Returns the access of a caller who registers a new document. Nothing restricts the document yet. */
export const newDocumentAccess = (actor: Actor): Access => new Access([actor.isPortal ? 'system' : actor.sub === null ? 'applicant' : 'owner']);

type Plain = Record<string, unknown>;

function without(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path as [string, ...string[]];
  if (Array.isArray(value)) return value.map((row) => without(row, path));
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return value;
  if (rest.length) return { ...value, [name]: without((value as Plain)[name], rest) };
  const { [name]: _hidden, ...others } = value as Plain;
  return others;
}

/** Returns a copy of a document without the given fields. The fields are dotted paths. */
export const withoutFields = <T extends object>(model: T, paths: readonly string[]): T =>
  paths.reduce<unknown>((shown, path) => without(shown, path.split('.')), model) as T;
