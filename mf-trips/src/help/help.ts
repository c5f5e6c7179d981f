import { type AreaHelp, actionPlaceholder, kitTextPlaceholder, L, sentence } from '@portal/contract-kit';
import { l as lookup } from '../lookup/texts.ts';
import { p as pay } from '../payment/texts.ts';

const kind = 'triptic-trip';

/** The area's part of the manual: trips of vehicles, the till, and lookups in other registers. */
export const help: AreaHelp = {
  parts: [
    {
      id: 'list',
      title: L('Trips: the two lists', 'Viagens: as duas listas'),
      screens: ['/triptic/trip/search-outbound', '/triptic/trip/search-inbound', '/triptic/trip/search', '/triptic', '/triptic/trip'],
      about: [
        L(
          'Outbound are vehicles of this country that leave and come back; inbound are foreign ones that enter and leave again. Both go their own way.',
          'De saída são veículos deste país que saem e regressam; de entrada são estrangeiros que entram e voltam a sair. Cada um segue o seu caminho.',
        ),
      ],
      steps: [
        sentence(
          'Press “{{take}}” for the trip that is due first, or open a reference.',
          'Prima «{{take}}» para a viagem cujo prazo acaba primeiro, ou abra uma referência.',
          { take: kitTextPlaceholder('bulk.takeNext') },
        ),
        L('Filter by plate, chassis, owner, crossing or day of return.', 'Filtre por matrícula, quadro, proprietário, passagem ou dia de regresso.'),
      ],
    },
    {
      id: 'new',
      title: L('Register a trip at the counter', 'Registar uma viagem ao balcão'),
      screens: ['/triptic/trip/new', '/triptic/trip/outbound', '/triptic/trip/inbound'],
      steps: [
        L(
          'Choose which way the vehicle goes, and fill in vehicle, driver and owner from their papers.',
          'Escolha o sentido do veículo, e preencha veículo, condutor e proprietário a partir dos papéis.',
        ),
        sentence('Press “{{store}}” to go on later.', 'Prima «{{store}}» para continuar mais tarde.', { store: actionPlaceholder('store') }),
      ],
      actions: { kind, names: ['store'] },
    },
    {
      id: 'decide',
      title: L('Verify and approve a trip', 'Verificar e aprovar uma viagem'),
      screens: ['/triptic/trip/verification/:id', '/triptic/trip/approval/:id'],
      steps: [
        sentence(
          'Compare vehicle and papers, confirm the requirements and press “{{verification}}”. The permit fee is then due.',
          'Compare o veículo com os papéis, confirme os requisitos e prima «{{verification}}». A taxa da autorização passa a ser devida.',
          {
            verification: actionPlaceholder('verification'),
          },
        ),
        L('When the cashier has recorded the fee, the trip moves on by itself.', 'Quando a tesouraria registar a taxa, a viagem avança por si.'),
        sentence('Another officer chooses the authoriser and presses “{{approval}}”.', 'Outro funcionário escolhe o autorizante e prime «{{approval}}».', {
          approval: actionPlaceholder('approval'),
        }),
      ],
      actions: { kind, names: ['verification', 'approval'] },
    },
    {
      id: 'border',
      title: L('Let a vehicle pass at the border', 'Deixar passar um veículo na fronteira'),
      screens: [
        '/triptic/trip/validation/:id',
        '/triptic/trip/confirmation/:id',
        '/triptic/trip/return-validation/:id',
        '/triptic/trip/return-confirmation/:id',
        '/triptic/trip/inqr/:id',
      ],
      steps: [
        sentence(
          'Scan the code of the permit, compare plate and chassis, and press “{{validation}}”.',
          'Leia o código da autorização, compare a matrícula e o quadro, e prima «{{validation}}».',
          { validation: actionPlaceholder('validation') },
        ),
        sentence('When the vehicle has crossed, press “{{confirmation}}”.', 'Quando o veículo tiver passado, prima «{{confirmation}}».', {
          confirmation: actionPlaceholder('confirmation'),
        }),
        sentence('On the way back the same with “{{back}}” and “{{home}}”.', 'No regresso faça o mesmo com «{{back}}» e «{{home}}».', {
          back: actionPlaceholder('return-validation'),
          home: actionPlaceholder('return-confirmation'),
        }),
      ],
      actions: { kind, names: ['validation', 'confirmation', 'return-validation', 'return-confirmation'] },
    },
    {
      id: 'change',
      title: L('Change, transfer or end a permit', 'Alterar, transferir ou terminar uma autorização'),
      screens: ['/triptic/trip/modification/:id', '/triptic/trip/transfer-ownership/:id', '/triptic/trip/termination/:id'],
      steps: [
        L('Open the trip and choose the action. Say why: the history keeps it.', 'Abra a viagem e escolha a ação. Diga porquê: o histórico guarda-o.'),
        sentence(
          '“{{termination}}” needs one officer alone, because a stolen vehicle must be stopped at once.',
          '«{{termination}}» precisa de um só funcionário, porque um veículo roubado tem de ser parado de imediato.',
          {
            termination: actionPlaceholder('termination'),
          },
        ),
      ],
      actions: { kind, names: ['modification', 'transfer-ownership', 'termination'] },
    },
    {
      id: 'case',
      title: L('Read a trip', 'Consultar uma viagem'),
      roles: ['triptic-trip-read', 'triptic-trip-search'],
      screens: ['/triptic/trip/:mode/:id', '/triptic/trip/:mode/:id/:ver'],
      about: [
        L(
          'The page has vehicle, driver, owner and goods, the fees and what was paid, and each step at office and border.',
          'A página tem veículo, condutor, proprietário e mercadorias, as taxas e o que foi pago, e cada passo no serviço e na fronteira.',
        ),
      ],
    },
    {
      id: 'pay',
      title: pay.cashierTitle,
      screens: ['/payment/receipt', '/payment', '/payment/due'],
      steps: [
        sentence('Open a shift with the cash that is in the till: “{{open}}”.', 'Abra um turno com o dinheiro que está na caixa: «{{open}}».', {
          open: pay.openShift,
        }),
        sentence(
          'Type the reference and press “{{find}}”, or choose the document in “{{due}}”.',
          'Escreva a referência e prima «{{find}}», ou escolha o documento em «{{due}}».',
          { find: pay.find, due: pay.unpaidTitle },
        ),
        sentence(
          'Check payer and amount, choose “{{method}}”, and press “{{record}}”. All that is due is paid at once.',
          'Verifique o pagador e o montante, escolha «{{method}}», e prima «{{record}}». Tudo o que é devido paga-se de uma vez.',
          {
            method: pay.method,
            record: pay.record,
          },
        ),
        L('Give the printed receipt to the payer. The document moves on by itself.', 'Entregue o recibo impresso ao pagador. O documento avança por si.'),
      ],
      picture: {
        file: 'till',
        alt: L(
          'The till: the reference, what is due, and the button that records the receipt',
          'A caixa: a referência, o que é devido e o botão que regista o recibo',
        ),
        width: 800,
        height: 500,
      },
    },
    {
      id: 'void',
      title: L('Void a receipt', 'Anular um recibo'),
      screens: ['/account/receipt', '/account/receipt/view/:id'],
      about: [
        L(
          'A receipt is never deleted. A supervisor records a counter-receipt; the fee is then due again, and the document goes back to the step that waits for it.',
          'Um recibo nunca se apaga. Um supervisor regista um contra-recibo; a taxa volta a ser devida, e o documento volta ao passo que espera por ela.',
        ),
        L(
          'Nobody voids a receipt of their own, and none that the document no longer waits for.',
          'Ninguém anula um recibo seu, nem um por que o documento já não espera.',
        ),
      ],
      steps: [
        sentence('Find the receipt in “{{receipts}}” and open it.', 'Procure o recibo em «{{receipts}}» e abra-o.', { receipts: pay.receiptsTitle }),
        sentence('Press the button that voids it, and write “{{reason}}”.', 'Prima o botão que o anula, e escreva «{{reason}}».', { reason: pay.reason }),
        L(
          'Print the counter-receipt. The money leaves the till that it went into while that shift is open, and otherwise yours.',
          'Imprima o contra-recibo. O dinheiro sai da caixa em que entrou enquanto esse turno estiver aberto, e senão da sua.',
        ),
      ],
    },
    {
      id: 'shift',
      title: L('Close a shift', 'Encerrar um turno'),
      screens: ['/payment/shifts', '/payment/shift/:id'],
      steps: [
        L('Count the till, each method and currency by itself, also where it is 0.', 'Conte a caixa, cada meio e moeda por si, também quando é 0.'),
        sentence('Enter what you counted and press “{{close}}”.', 'Indique o que contou e prima «{{close}}».', { close: pay.closeShift }),
        L(
          'Where there is a difference, say why. A supervisor sees the shifts of all cashiers.',
          'Se houver uma diferença, diga porquê. Um supervisor vê os turnos de todos os tesoureiros.',
        ),
      ],
    },
    {
      id: 'lookups',
      title: L('Look something up in another register', 'Procurar algo noutro registo'),
      roles: [
        'professional-license-read',
        'triptic-trip-read',
        'traveller-declaration-read',
        'departure-declaration-read',
        'payment-receipt-read',
        'reference-read',
      ],
      screens: ['/payment/lookup/medicine', '/payment/lookup/document', '/payment/lookup/membership'],
      steps: [
        L(
          'Choose in the menu what you look for: medicines, customs declarations or memberships.',
          'Escolha no menu o que procura: medicamentos, declarações aduaneiras ou inscrições de membros.',
        ),
        sentence(
          'Type the number or the name and press “{{find}}”. That you looked is recorded.',
          'Escreva o número ou o nome e prima «{{find}}». Fica registado que consultou.',
          { find: lookup.find },
        ),
      ],
    },
  ],
};
