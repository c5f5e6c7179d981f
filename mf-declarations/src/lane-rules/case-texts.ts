import { sentence } from '@portal/contract-kit';

/** Texts about lane tables that an officer reads on a declaration. */
export const decidedBy = (tables: string) => sentence('Decided by {{tables}}', 'Decidido por {{tables}}', { tables });
