import { L } from '@portal/contract-kit';
import type { FinderField } from '@portal/web-kit/forms';

/** Fields of the finder. All three are required, and the service compares them exactly. */
export const finderFields: FinderField[] = [
  {
    name: 'travellerCode',
    type: 'text',
    label: L('Passport number', 'Número do passaporte'),
    upperCase: true,
    message: L('Enter your passport number', 'Indique o número do seu passaporte'),
  },
  {
    name: 'birthDate',
    type: 'date',
    label: L('Date of birth', 'Data de nascimento'),
    hint: L('For example, 27 3 1980', 'Por exemplo, 27 3 1980'),
    autoComplete: 'bday',
    message: L('Enter your date of birth', 'Indique a sua data de nascimento'),
  },
  {
    name: 'nationalityCode',
    type: 'combobox',
    label: L('Nationality', 'Nacionalidade'),
    catalogue: 'countries',
    message: L('Enter your nationality', 'Indique a sua nacionalidade'),
  },
];
