/** Texts of the open data page. */
const en = {
  openData: {
    title: 'Open data',
    lead: 'Numbers of declarations, licences and trips that everybody may use, for reports, research and news.',
    none: 'Nothing is published here at the moment',
    down: 'Some tables cannot be listed at the moment. Try again later.',
    table: 'Table',
    files: 'Files',
    day: 'One row for each day',
    month: 'One row for each month',
    now: 'As things stand now',
    columns: 'Columns: {{columns}}.',
    of: 'of {{title}}',
    howTitle: 'How the numbers are made',
    how: 'They are counted from the documents that the portal keeps. Tables by day end yesterday, and tables by month with the last whole month. Nobody can be recognised in them: a number below {{fewest}} is left empty, and every other one is rounded to a multiple of {{rounded}}. So sums may differ a little.',
    licenceTitle: 'What you may do with them',
    licence: 'Copy, change and publish them, also for a profit, if you say where they come from.',
  },
};

const pt: typeof en = {
  openData: {
    title: 'Dados abertos',
    lead: 'Números de declarações, licenças e viagens que todos podem usar, em relatórios, investigação e notícias.',
    none: 'De momento nada está publicado aqui',
    down: 'De momento não é possível listar algumas tabelas. Tente mais tarde.',
    table: 'Tabela',
    files: 'Ficheiros',
    day: 'Uma linha por dia',
    month: 'Uma linha por mês',
    now: 'A situação atual',
    columns: 'Colunas: {{columns}}.',
    of: 'de {{title}}',
    howTitle: 'Como são feitos os números',
    how: 'São contados a partir dos documentos que o portal guarda. As tabelas por dia terminam ontem, e as tabelas por mês no último mês completo. Ninguém pode ser reconhecido neles: um número abaixo de {{fewest}} fica vazio, e todos os outros são arredondados a um múltiplo de {{rounded}}. Por isso as somas podem diferir um pouco.',
    licenceTitle: 'O que pode fazer com eles',
    licence: 'Copiá-los, alterá-los e publicá-los, também com lucro, se disser de onde vêm.',
  },
};

export const texts = { en, pt };
