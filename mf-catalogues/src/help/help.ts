import { type AreaHelp, L, sentence } from '@portal/contract-kit';
import { t } from '../shared/texts.ts';

/** The area's part of the manual. */
export const help: AreaHelp = {
  parts: [
    {
      id: 'change',
      title: L('Change a catalogue', 'Alterar um catálogo'),
      screens: [
        '/staff/catalogues',
        '/staff/catalogues/:name',
        '/staff/catalogues/:name/new',
        '/staff/catalogues/:name/record/:code',
        '/staff/catalogues/preview',
      ],
      about: [
        L(
          'What can be chosen in forms, what is asked, what is paid and when offices work stands in catalogues. A change counts from its day on, and old documents keep what they said.',
          'O que se pode escolher nos formulários, o que se pergunta, o que se paga e quando os serviços trabalham está em catálogos. Uma alteração conta desde o seu dia, e os documentos antigos mantêm o que diziam.',
        ),
      ],
      steps: [
        L('Open the catalogue and search the record by its code or name.', 'Abra o catálogo e procure o registo pelo código ou nome.'),
        sentence('Change it, or press “{{add}}”. Give the name in each language.', 'Altere-o, ou prima «{{add}}». Dê o nome em cada língua.', { add: t.add }),
        sentence(
          'Set “{{effectiveFrom}}” to the first day on which it counts, and write the reason.',
          'Ponha em «{{effectiveFrom}}» o primeiro dia em que conta, e escreva o motivo.',
          { effectiveFrom: t.effectiveFrom },
        ),
        sentence(
          'Press “{{save}}”. Where a second person is needed the button is “{{propose}}”.',
          'Prima «{{save}}». Onde é precisa uma segunda pessoa, o botão é «{{propose}}».',
          { save: t.save, propose: t.propose },
        ),
        sentence(
          '“{{retire}}” takes a record out of the choices; “{{history}}” shows who changed what, with “{{revert}}” as a way back.',
          '«{{retire}}» tira um registo das escolhas; «{{history}}» mostra quem mudou o quê, com «{{revert}}» como caminho de volta.',
          {
            retire: t.retire,
            history: t.history,
            revert: t.revert,
          },
        ),
      ],
      picture: {
        file: 'catalogues',
        alt: L(
          'The catalogues with their number of records and whether a second person is needed',
          'Os catálogos com o número de registos e se é precisa uma segunda pessoa',
        ),
        width: 800,
        height: 500,
      },
    },
    {
      id: 'approve',
      title: L('Approve what somebody proposes', 'Aprovar o que alguém propõe'),
      screens: ['/staff/catalogues/proposals', '/staff/catalogues/proposals/:id'],
      about: [
        L(
          'Fees, questions, requirements and calendars count only when a second person has approved the change.',
          'Taxas, perguntas, requisitos e calendários só contam quando uma segunda pessoa aprovou a alteração.',
        ),
      ],
      steps: [
        sentence(
          'Open “{{proposals}}” and the one that waits. It shows each field before and after.',
          'Abra «{{proposals}}» e a que espera. Mostra cada campo antes e depois.',
          { proposals: t.proposals },
        ),
        sentence(
          'Press “{{approve}}”, or “{{reject}}” with the reason. Your own you can only withdraw.',
          'Prima «{{approve}}», ou «{{reject}}» com o motivo. A sua própria só a pode retirar.',
          { approve: t.approve, reject: t.reject },
        ),
      ],
    },
    {
      id: 'import',
      title: L('Import a catalogue from a file', 'Importar um catálogo de um ficheiro'),
      screens: ['/staff/catalogues/:name/import'],
      about: [t.tryLead],
      steps: [
        sentence(
          'Press “{{export}}” in the catalogue: the file has the columns that the import takes.',
          'Prima «{{export}}» no catálogo: o ficheiro tem as colunas que a importação aceita.',
          { export: t.export },
        ),
        sentence('Change it, choose it under “{{file}}” and press “{{try}}”.', 'Altere-o, escolha-o em «{{file}}» e prima «{{try}}».', {
          file: t.file,
          try: t.try,
        }),
        L(
          'Read what would be added, changed, retired and refused. Correct the file until no row is refused.',
          'Leia o que seria acrescentado, alterado, retirado e recusado. Corrija o ficheiro até nenhuma linha ser recusada.',
        ),
        L('Import it, or propose it where a second person is needed.', 'Importe-o, ou proponha-o onde é precisa uma segunda pessoa.'),
      ],
    },
  ],
};
