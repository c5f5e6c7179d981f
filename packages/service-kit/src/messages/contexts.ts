/** What authenticates the encrypted columns of the tables of messages. */
export const letterContext = (id: string): string => `message-letter ${id}`;
export const wishContext = (id: string): string => `travel-day-wish ${id}`;
export const choiceContext = (service: string): string => `message-choice ${service}`;
