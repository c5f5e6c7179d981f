/** The words around the fields of every form and on the page that follows it, on screens and on pages without script. */
import { L } from './language.ts';

export const formWords = {
  back: L('Back', 'Voltar'),
  problem: L('There is a problem', 'Há um problema'),
  error: L('Error:', 'Erro:'),
  optional: L('(optional)', '(opcional)'),
  select: L('Select', 'Selecione'),
  day: L('Day', 'Dia'),
  month: L('Month', 'Mês'),
  year: L('Year', 'Ano'),
  yes: L('Yes', 'Sim'),
  no: L('No', 'Não'),
  download: L('Download', 'Descarregar'),
  qrCaption: L('Your QR Code For Scanning', 'O seu código QR para leitura'),
  another: L('Register another', 'Registar outra'),
  next: L('What happens next', 'O que acontece a seguir'),
  redLane: L('Red lane', 'Canal vermelho'),
  greenLane: L('Green lane', 'Canal verde'),
  redHelp: L('go to inspection', 'inspeção'),
  greenHelp: L('walk through', 'pode passar'),
} as const;
