import { L } from '@portal/contract-kit';

/** Texts of the scan page. */
export const t = {
  title: L('Scan a QR code', 'Ler um código QR'),
  genuine: L('Genuine', 'Autêntico'),
  another: L('Genuine, but not of a declaration', 'Autêntico, mas não é de uma declaração'),
  notGenuine: L('Not genuine', 'Não é autêntico'),
  found: L('On record. A typed reference does not prove a paper', 'Está registada. Uma referência escrita não comprova um papel'),
  notFound: L('Not found here', 'Não encontrado aqui'),
  unknown: L('Cannot be checked: connect once to load the keys', 'Não pode ser verificado: ligue-se uma vez para carregar as chaves'),
  failed: L('No connection: scan the code instead', 'Sem ligação: leia o código'),
  arrival: L('Arrival declaration', 'Declaração de chegada'),
  departure: L('Departure declaration', 'Declaração de partida'),
  arrivalGroup: L('Group arrival declaration', 'Declaração de chegada de grupo'),
  departureGroup: L('Group departure declaration', 'Declaração de partida de grupo'),
  issued: L('Issued', 'Emitido em'),
  offline: L('Only the signature was checked: there is no connection.', 'Só foi verificada a assinatura: não há ligação.'),
  next: L('Scan the next one', 'Ler o seguinte'),
  open: L('Open the declaration', 'Abrir a declaração'),
} as const;
