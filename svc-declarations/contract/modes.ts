/** The modes of the forms of both declarations, and what can be edited in each. */

/** The modes in which officers write a declaration, each on a page of its own. */
export const editModes = ['new', 'update', 'edit', 'amendment'] as const;
export type EditMode = (typeof editModes)[number];

/** The modes in which officers see an arrival. In `arrival` they record it and decide. */
export const arrivalReadModes = ['view', 'arrival', 'print'] as const;
export type ArrivalReadMode = (typeof arrivalReadModes)[number];

/** The modes in which officers see a departure. In `verification` they ask the questions again. */
export const departureReadModes = ['view', 'verification', 'print'] as const;
export type DepartureReadMode = (typeof departureReadModes)[number];

/** The modes of an arrival. In `register` and `update` travellers write it themselves. */
export const arrivalModes = ['register', ...editModes, ...arrivalReadModes] as const;
export type ArrivalMode = (typeof arrivalModes)[number];

/** The modes of a departure. In `register` and `update` travellers write it themselves. */
export const departureModes = ['register', ...editModes, ...departureReadModes] as const;
export type DepartureMode = (typeof departureModes)[number];

const among =
  (modes: readonly (ArrivalMode | DepartureMode)[]) =>
  (mode: string): boolean =>
    (modes as readonly string[]).includes(mode);

/** The modes in which all fields of the traveller can be edited. */
export const applicationEditable = among(['register', ...editModes]);
/** The modes in which the questions are answered. */
export const questionsEditable = (mode: string): boolean => applicationEditable(mode) || mode === 'verification';
/** The modes in which the traveller ticks which requirements are met. */
export const requirementsEditable = (mode: string): boolean => applicationEditable(mode);
/** The modes in which travellers write for themselves. In the other modes an officer writes down each answer. */
export const isOwnAnswer = among(['register', 'update']);
