/** The modes of the forms. */
export type DeclarationMode = 'register' | 'new' | 'edit' | 'update' | 'verification' | 'amendment' | 'view' | 'print';
/** Form modes in which the traveller or official can answer the questions. */
export const answerableModes: readonly string[] = ['register', 'new', 'edit', 'update', 'verification', 'amendment'];
