import { L, sentence } from '@portal/contract-kit';

/** Texts of the lists of agents. */
export const t = {
  title: L('Lists of travellers', 'Listas de viajantes'),
  lead: L(
    'Register up to 10,000 arrivals with one file: each person gets a declaration, a lane and a QR code of their own.',
    'Registe até 10 000 chegadas com um ficheiro: cada pessoa recebe a sua própria declaração, canal e código QR.',
  ),
  template: L('1. Fill in the template', '1. Preencha o modelo'),
  templateHelp: L(
    'One row for each person. The spreadsheet has a second sheet that says what each column takes, with all codes.',
    'Uma linha por pessoa. A folha de cálculo tem uma segunda folha que diz o que cada coluna aceita, com todos os códigos.',
  ),
  templateXlsx: L('Template as spreadsheet (XLSX)', 'Modelo em folha de cálculo (XLSX)'),
  templateCsv: L('Template as CSV', 'Modelo em CSV'),
  send: L('2. Send the list', '2. Envie a lista'),
  file: L('The list', 'A lista'),
  fileHint: L('CSV in UTF-8 or XLSX, at most 10 MB and 10,000 rows', 'CSV em UTF-8 ou XLSX, no máximo 10 MB e 10 000 linhas'),
  chooseFile: L('Choose a file', 'Escolha um ficheiro'),
  tooLarge: (size: string) =>
    sentence('The file has {{size}}. It must be 10 MB or smaller: divide the list.', 'O ficheiro tem {{size}}. Deve ter no máximo 10 MB: divida a lista.', {
      size,
    }),
  mode: L('If a row is not right', 'Se uma linha não estiver certa'),
  valid: L('Register the rows that are right', 'Registar as linhas que estão certas'),
  validHint: L('You correct the others and send them again', 'Corrige as outras e envia-as de novo'),
  all: L('Register nobody until all rows are right', 'Não registar ninguém até todas as linhas estarem certas'),
  sendButton: L('Send the list', 'Enviar a lista'),
  own: L('Your lists', 'As suas listas'),
  ownTable: L('Your lists, the newest first', 'As suas listas, a mais recente primeiro'),
  none: L('You have sent no list in the last 30 days', 'Não enviou nenhuma lista nos últimos 30 dias'),
  kept: L(
    'A list is kept for 30 days. The declarations stay as long as any other.',
    'Uma lista é guardada durante 30 dias. As declarações ficam tanto tempo como qualquer outra.',
  ),
  name: L('Name', 'Nome'),
  sent: L('Sent', 'Enviada'),
  rows: L('Rows', 'Linhas'),
  registered: L('Registered', 'Registadas'),
  refused: L('Refused', 'Recusadas'),
  status: L('Status', 'Estado'),
  unnamed: L('List', 'Lista'),
  states: {
    PROCESSING: L('Being registered', 'A ser registada'),
    DONE: L('Finished', 'Concluída'),
    REFUSED: L('Nobody registered', 'Ninguém registado'),
    PART: L('Registered in part', 'Registada em parte'),
  },
  progress: (done: string, total: string) =>
    total === '1'
      ? sentence('{{done}} of 1 row', '{{done}} de 1 linha', { done })
      : sentence('{{done}} of {{total}} rows', '{{done}} de {{total}} linhas', { done, total }),
  leave: L('You may leave this page: the list is registered meanwhile.', 'Pode sair desta página: a lista é registada entretanto.'),
  repeated: L(
    'You sent this same file before. This is what became of it; nobody was registered twice.',
    'Já tinha enviado este mesmo ficheiro. Isto é o que foi feito dele; ninguém foi registado duas vezes.',
  ),
  allDone: (count: string) =>
    count === '1'
      ? L('The row is registered.', 'A linha está registada.')
      : sentence('All {{count}} rows are registered.', 'As {{count}} linhas estão todas registadas.', { count }),
  someRefused: (accepted: string, refused: string) =>
    L(
      `${accepted === '1' ? '1 row is' : `${accepted} rows are`} registered, ${refused} ${refused === '1' ? 'was' : 'were'} refused. Download the refused rows, correct them and send that file: nobody is registered twice.`,
      `${accepted === '1' ? '1 linha está registada' : `${accepted} linhas estão registadas`}, ${refused} ${refused === '1' ? 'foi recusada' : 'foram recusadas'}. Descarregue as linhas recusadas, corrija-as e envie esse ficheiro: ninguém é registado duas vezes.`,
    ),
  noneRegistered: (refused: string) =>
    L(
      `Nobody was registered: ${refused === '1' ? '1 row is' : `${refused} rows are`} not right. Correct your list and send all of it again.`,
      `Ninguém foi registado: ${refused === '1' ? '1 linha não está certa' : `${refused} linhas não estão certas`}. Corrija a sua lista e envie-a toda de novo.`,
    ),
  partRegistered: (accepted: string, total: string, refused: string) =>
    L(
      `${accepted} of ${total} rows ${accepted === '1' ? 'is' : 'are'} registered, the others are not: ${refused === '1' ? '1 row is' : `${refused} rows are`} not right. Correct your list and send all of it again: nobody is registered twice.`,
      `${accepted} de ${total} linhas ${accepted === '1' ? 'está registada' : 'estão registadas'}, as outras não: ${refused === '1' ? '1 linha não está certa' : `${refused} linhas não estão certas`}. Corrija a sua lista e envie-a toda de novo: ninguém é registado duas vezes.`,
    ),
  wrong: L('What to correct', 'O que corrigir'),
  wrongTable: L('Faults by row and column', 'Erros por linha e coluna'),
  toCorrectXlsx: L('Refused rows to correct (XLSX)', 'Linhas recusadas para corrigir (XLSX)'),
  toCorrectCsv: L('Refused rows to correct (CSV)', 'Linhas recusadas para corrigir (CSV)'),
  faultsCsv: L('Faults by row and column (CSV)', 'Erros por linha e coluna (CSV)'),
  row: L('Row', 'Linha'),
  column: L('Column', 'Coluna'),
  value: L('Value', 'Valor'),
  whatToDo: L('What is wrong', 'O que está errado'),
  empty: L('empty', 'vazio'),
  wholeRow: L('the row', 'a linha'),
  people: L('Registered people', 'Pessoas registadas'),
  peopleTable: L('People by row of the list', 'Pessoas por linha da lista'),
  peopleHelp: L('Also those whom an earlier list registered.', 'Também as que uma lista anterior registou.'),
  codesPdf: L('All QR codes (PDF)', 'Todos os códigos QR (PDF)'),
  codesCsv: L('All codes as a file (CSV)', 'Todos os códigos em ficheiro (CSV)'),
  reference: L('Reference', 'Referência'),
  lane: L('Lane', 'Canal'),
  preparing: L('The file is being drawn. It is saved when it is ready.', 'O ficheiro está a ser desenhado. É guardado quando estiver pronto.'),
  failed: L('The file could not be downloaded. Try again.', 'Não foi possível descarregar o ficheiro. Tente de novo.'),
} as const;
