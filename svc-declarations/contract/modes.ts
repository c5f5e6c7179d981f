/** Form modes in which the traveller or official can answer the questions. */
export const answerableModes: readonly string[] = ['register', 'new', 'edit', 'update', 'verification', 'amendment'];
