/** The modes of the forms, and what can be edited in each. */
export type DeclarationMode = 'register' | 'new' | 'edit' | 'update' | 'verification' | 'amendment' | 'view' | 'print';
/** Form modes in which the questions can be answered. */
export const answerableModes: readonly string[] = ['register', 'new', 'edit', 'update', 'verification', 'amendment'];
