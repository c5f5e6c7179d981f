/** The encryption contexts of the message tables: the data that is authenticated together with an encrypted column. */
export const letterContext = (id: string): string => `message-letter ${id}`;
export const wishContext = (id: string): string => `travel-day-wish ${id}`;
export const choiceContext = (service: string): string => `message-choice ${service}`;
