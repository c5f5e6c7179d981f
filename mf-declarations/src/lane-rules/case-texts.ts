import { sentence } from '@portal/contract-kit';

/** What an officer reads of the tables on a declaration. */
export const decidedBy = (tables: string) => sentence('Decided by {{tables}}', 'Decidido por {{tables}}', { tables });
