import { L } from '@portal/contract-kit';

export const v = {
  title: L('Check whether a trip is valid', 'Verificar se uma viagem é válida'),
  intro: L('Scan the code on the permit, or enter its reference.', 'Leia o código da autorização ou introduza a sua referência.'),
  reference: L('Reference', 'Referência'),
  referenceHint: L('For example TIBE-2026-0000007', 'Por exemplo TIBE-2026-0000007'),
  vehicleNumber: L('Vehicle number', 'Matrícula'),
  vehicleHint: L('With it you also see the vehicle, the movement and who drives.', 'Com ela também vê o veículo, o movimento e quem conduz.'),
  check: L('Check', 'Verificar'),
  enterReference: L('Enter the reference', 'Indique a referência'),
  vehicle: L('Vehicle information', 'Veículo'),
  owner: L('Owner information', 'Proprietário'),
  driver: L('Driver information', 'Condutor'),
  movement: L('Movement information', 'Movimento'),
  direction: L('Movement', 'Movimento'),
  another: L('Check another trip', 'Verificar outra viagem'),
  compare: L('Compare the vehicle and the driver with what stands below.', 'Compare o veículo e o condutor com o que está abaixo.'),
  closed: L(
    'To see the vehicle and who drives it, scan the code or enter the vehicle number too.',
    'Para ver o veículo e quem o conduz, leia o código ou introduza também a matrícula.',
  ),
  pending: L('It has not been approved yet. It does not allow anybody to cross the border.', 'Ainda não foi aprovada. Não permite atravessar a fronteira.'),
  invalid: L(
    'It has ended, was terminated, or its expected date of return has passed.',
    'Chegou ao fim, foi dada por terminada, ou já passou a data prevista de regresso.',
  ),
  notFound: L('Check the reference and try again.', 'Verifique a referência e tente de novo.'),
};
