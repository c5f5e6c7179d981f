import { type AreaHelp, actionPlaceholder, kitTextPlaceholder, L, sentence } from '@portal/contract-kit';
import { t } from '../licence/texts.ts';

const kind = 'professional-licence';

/** The area's part of the manual. The workflow provides the list of actions and the roles that may perform them. */
export const help: AreaHelp = {
  parts: [
    {
      id: 'list',
      title: L('Licence applications: the list', 'Pedidos de licença: a lista'),
      screens: ['/licenser/professional', '/licenser/professional/waiting/:desk', '/licenser'],
      about: [
        L(
          'The list holds every application and licence of your agency, drafts excepted. Its queues show what your own steps wait for.',
          'A lista tem todos os pedidos e licenças da sua agência, exceto rascunhos. As filas mostram o que espera pelos seus passos.',
        ),
      ],
      steps: [
        sentence(
          'Press “{{take}}” for the case that is due first, or open a reference.',
          'Prima «{{take}}» para o caso cujo prazo acaba primeiro, ou abra uma referência.',
          {
            take: kitTextPlaceholder('bulk.takeNext'),
          },
        ),
        L(
          'Filter by licence number, name, identity number or the day on which a licence ends.',
          'Filtre por número da licença, nome, número de identificação ou dia em que a licença acaba.',
        ),
      ],
    },
    {
      id: 'new',
      title: L('Fill in an application at the counter', 'Preencher um pedido ao balcão'),
      screens: ['/licenser/professional/new'],
      steps: [
        L('Choose what is applied for. Requirements and fees follow from it.', 'Escolha o que se pede. Os requisitos e as taxas seguem dessa escolha.'),
        L('Fill in the answers and add the papers as files.', 'Preencha as respostas e junte os papéis como ficheiros.'),
        sentence(
          'Press “{{store}}” to go on later, or “{{submission}}” to register it.',
          'Prima «{{store}}» para continuar mais tarde, ou «{{submission}}» para o registar.',
          {
            store: actionPlaceholder('store'),
            submission: actionPlaceholder('submission'),
          },
        ),
      ],
      actions: { kind, names: ['store', 'submission'] },
    },
    {
      id: 'verify',
      title: L('Verify a licence', 'Verificar uma licença'),
      screens: ['/licenser/professional/verification/:id', '/licenser/professional/query/:id', '/licenser/professional/rejection/:id'],
      steps: [
        L(
          'Open the application and compare the answers with the papers. A file opens beside the form.',
          'Abra o pedido e compare as respostas com os papéis. Um ficheiro abre ao lado do formulário.',
        ),
        sentence(
          'Press “{{verification}}”. Confirm each row of “{{requirements}}”, or all of them at once.',
          'Prima «{{verification}}». Confirme cada linha de «{{requirements}}», ou todas de uma vez.',
          {
            verification: actionPlaceholder('verification'),
            requirements: t.sectionRequirements,
          },
        ),
        sentence(
          'If something is missing, choose “{{query}}” instead and write what you need: the applicant reads it and answers.',
          'Se faltar algo, escolha «{{query}}» e escreva o que precisa: o requerente lê e responde.',
          {
            query: actionPlaceholder('query'),
          },
        ),
        sentence(
          'Choose the bank under “{{bank}}”, if a fee is due, and send the decision. The applicant is told what to pay.',
          'Escolha o banco em «{{bank}}», se houver uma taxa, e envie a decisão. O requerente é avisado do que pagar.',
          {
            bank: t.sectionBank,
          },
        ),
      ],
      actions: { kind, names: ['verification', 'query', 'rejection'] },
      picture: {
        file: 'verification',
        alt: L(
          'A licence application being verified: answers on the left, requirements to confirm, decision on the right',
          'Um pedido de licença a ser verificado: respostas à esquerda, requisitos por confirmar, decisão à direita',
        ),
        width: 800,
        height: 500,
      },
    },
    {
      id: 'assess',
      title: L('Assess and recommend', 'Avaliar e recomendar'),
      screens: ['/licenser/professional/assessment/:id', '/licenser/professional/recommendation/:id'],
      steps: [
        sentence('Read the education and the papers, and press “{{assessment}}”.', 'Leia a formação e os papéis, e prima «{{assessment}}».', {
          assessment: actionPlaceholder('assessment'),
        }),
        sentence(
          'Then choose under “{{recommendation}}”. To return it you write the reason, which the applicant reads.',
          'Depois escolha em «{{recommendation}}». Para devolver, escreva o motivo, que o requerente lê.',
          {
            recommendation: actionPlaceholder('recommendation'),
          },
        ),
      ],
      actions: { kind, names: ['assessment', 'recommendation'] },
    },
    {
      id: 'approve',
      title: L('Approve and issue a licence', 'Aprovar e emitir uma licença'),
      screens: ['/licenser/professional/approval/:id', '/licenser/professional/issuance/:id'],
      about: [
        L(
          'Two approvers decide: the first sends it for approval, the second approves. Neither is who verified it.',
          'Decidem dois aprovadores: o primeiro envia para aprovação, o segundo aprova. Nenhum é quem a verificou.',
        ),
      ],
      steps: [
        sentence(
          'Read what the officers before you wrote, and press “{{approval}}”.',
          'Leia o que os funcionários antes de si escreveram, e prima «{{approval}}».',
          { approval: actionPlaceholder('approval') },
        ),
        sentence(
          'When it is approved, somebody else presses “{{issuance}}” and checks the dates. If a fee is not paid, a comment says why it is issued all the same.',
          'Depois de aprovada, outra pessoa prima «{{issuance}}» e verifica as datas. Se uma taxa não estiver paga, um comentário diz porque é emitida mesmo assim.',
          {
            issuance: actionPlaceholder('issuance'),
          },
        ),
        L(
          'Print the licence and the identity card. They show the holder’s photo and the code.',
          'Imprima a licença e o cartão de identidade. Mostram a fotografia do titular e o código.',
        ),
      ],
      actions: { kind, names: ['approval', 'issuance'] },
    },
    {
      id: 'change',
      title: L('Change or suspend an issued licence', 'Alterar ou suspender uma licença emitida'),
      screens: [
        '/licenser/professional/adjustment/:id',
        '/licenser/professional/modification/:id',
        '/licenser/professional/suspension/:id',
        '/licenser/professional/activation/:id',
      ],
      about: [
        L(
          'A change of holder or dates counts only when a second officer has confirmed it.',
          'Uma alteração do titular ou das datas só conta quando um segundo funcionário a confirmou.',
        ),
      ],
      steps: [
        sentence(
          'Press “{{adjustment}}” for a mistake, “{{modification}}” for new dates, and say why.',
          'Prima «{{adjustment}}» para um erro, «{{modification}}» para novas datas, e diga porquê.',
          {
            adjustment: actionPlaceholder('adjustment'),
            modification: actionPlaceholder('modification'),
          },
        ),
        L('The second officer compares before and after, and confirms or refuses.', 'O segundo funcionário compara antes e depois, e confirma ou recusa.'),
        sentence(
          '“{{suspension}}” stops a licence at once; the page behind its code says so. “{{activation}}” brings it back.',
          '«{{suspension}}» para uma licença de imediato; a página do código di-lo. «{{activation}}» repõe-na.',
          {
            suspension: actionPlaceholder('suspension'),
            activation: actionPlaceholder('activation'),
          },
        ),
      ],
      actions: { kind, names: ['adjustment', 'adjustment-confirmation', 'modification', 'modification-confirmation', 'suspension', 'activation'] },
    },
    {
      id: 'case',
      title: L('Read a licence', 'Consultar uma licença'),
      screens: ['/licenser/professional/:action/:id'],
      about: [
        L(
          'The page has everything that was declared, its files, the fees and what was paid, and the history of each step.',
          'A página tem tudo o que foi declarado, os ficheiros, as taxas e o que foi pago, e o histórico de cada passo.',
        ),
      ],
    },
  ],
};
