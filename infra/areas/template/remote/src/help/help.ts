import { type AreaHelp, actionPlaceholder, kitTextPlaceholder, L, sentence } from '@portal/contract-kit';

/** The area's part of the staff manual. The actions, and who may do them, are added from the workflow. */
export const help: AreaHelp = {
  parts: [
    {
      id: 'list',
      title: L('Samples: the list', 'Samples: a lista'),
      screens: ['/samples/list'],
      steps: [
        sentence(
          'Press “{{take}}” for the case that is due first, or open a reference.',
          'Prima «{{take}}» para o caso cujo prazo acaba primeiro, ou abra uma referência.',
          {
            take: kitTextPlaceholder('bulk.takeNext'),
          },
        ),
      ],
    },
    {
      id: 'decide',
      title: L('Verify and approve a sample', 'Verificar e aprovar um sample'),
      screens: ['/samples/view/:id'],
      steps: [
        sentence('Read the application and press “{{verification}}”.', 'Leia o pedido e prima «{{verification}}».', {
          verification: actionPlaceholder('verification'),
        }),
        sentence('Another officer presses “{{approval}}”.', 'Outro funcionário prima «{{approval}}».', { approval: actionPlaceholder('approval') }),
      ],
      actions: { kind: 'samples-sample', names: ['verification', 'approval'] },
    },
  ],
};
