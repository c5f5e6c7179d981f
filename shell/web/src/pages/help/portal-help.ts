/** The shell's part of the manual: its own pages, and what all lists and cases have in common. */
import { type AreaHelp, type HelpPart, kitTextPlaceholder, L, sentence } from '@portal/contract-kit';
import { AUDITOR, JOBS_ADMIN, OPERATOR } from '../../layout/staff-menu.ts';
import { en } from '../../texts/en.ts';
import { pt } from '../../texts/pt.ts';
import { texts as areasTexts } from '../areas/areas.texts.ts';
import { texts as auditTexts } from '../audit/audit.texts.ts';
import { texts as erasureTexts } from '../erasure.texts.ts';
import { texts as healthTexts } from '../health/health.texts.ts';
import { texts as jobsTexts } from '../jobs/jobs.texts.ts';

const everybody: readonly string[] = [];
const audit = (key: keyof typeof auditTexts.en.audit) => L(auditTexts.en.audit[key], auditTexts.pt.audit[key]);
const jobs = (key: keyof typeof jobsTexts.en.jobs) => L(jobsTexts.en.jobs[key] as string, jobsTexts.pt.jobs[key] as string);
const areaDo = (key: keyof typeof areasTexts.en.operations.do) => L(areasTexts.en.operations.do[key], areasTexts.pt.operations.do[key]);
const staff = (key: 'overview' | 'board' | 'erasure' | 'audit' | 'jobs' | 'areas' | 'search') => L(en.staff[key], pt.staff[key]);
const erasing = (key: keyof typeof erasureTexts.en.erasure) => L(erasureTexts.en.erasure[key], erasureTexts.pt.erasure[key]);
const queue = (name: string) => kitTextPlaceholder(`views.queue.${name}`);

const overview: HelpPart = {
  id: 'overview',
  title: L('Find your way', 'Orientar-se'),
  roles: everybody,
  screens: ['/staff', '/staff/search', '/staff/help', '/staff/help/:chapter/:part', '/staff/help/all'],
  about: [
    sentence(
      'The menu on the left has what your roles open. {{overview}} shows your cases, what is overdue, and what nobody has yet, in the order in which it is due.',
      'O menu à esquerda tem o que as suas funções abrem. {{overview}} mostra os seus casos, o que está fora do prazo e o que ainda ninguém tem, por ordem de prazo.',
      { overview: staff('overview') },
    ),
  ],
  steps: [
    L(
      'Type a reference, a name, or the number of a passport, a vehicle or a telephone into the search at the top, to find a document in every area.',
      'Escreva uma referência, um nome, ou o número de um passaporte, de um veículo ou de um telefone na pesquisa no topo, para encontrar um documento em todas as áreas.',
    ),
    L(
      'Choose a list in the menu. The number beside it says how many cases wait for you there.',
      'Escolha uma lista no menu. O número ao lado diz quantos casos esperam por si.',
    ),
    L('Change the language at the top. Nothing that you have typed is lost.', 'Mude a língua no topo. Nada do que escreveu se perde.'),
    L(
      'The link “Help” at the top leads to the part of this manual about the page that you are on.',
      'A ligação «Ajuda» no topo leva à parte deste manual sobre a página em que está.',
    ),
  ],
  picture: {
    file: 'overview',
    alt: L(
      'The overview of an officer: menu on the left, own and overdue cases in tables',
      'A vista geral de um funcionário: menu à esquerda, casos próprios e fora do prazo em tabelas',
    ),
    width: 800,
    height: 500,
  },
};

const lists: HelpPart = {
  id: 'lists',
  title: L('Lists and queues', 'Listas e filas'),
  roles: everybody,
  about: [
    sentence(
      'Every list has the same queues as tabs. {{MINE}}: the cases that you have taken or were given. {{UNASSIGNED}}: what you may take on and nobody has. {{TEAM}}: what you may take on, whoever has it. {{OVERDUE}}: what is past its time. {{APPLICANT}}: what waits for an answer or a payment of the applicant.',
      'Todas as listas têm as mesmas filas em separadores. {{MINE}}: os casos com que ficou ou que lhe deram. {{UNASSIGNED}}: o que pode tratar e ninguém tem. {{TEAM}}: o que pode tratar, tenha-o quem tiver. {{OVERDUE}}: o que passou do prazo. {{APPLICANT}}: o que espera uma resposta ou um pagamento do requerente.',
      { MINE: queue('MINE'), UNASSIGNED: queue('UNASSIGNED'), TEAM: queue('TEAM'), OVERDUE: queue('OVERDUE'), APPLICANT: queue('APPLICANT') },
    ),
  ],
  steps: [
    sentence(
      'Press “{{filter}}” to say what you look for. Each condition is shown above the list and can be taken away.',
      'Prima «{{filter}}» para dizer o que procura. Cada condição aparece acima da lista e pode ser retirada.',
      {
        filter: kitTextPlaceholder('list.filter'),
      },
    ),
    L('Press the title of a column to sort by it.', 'Prima o título de uma coluna para ordenar por ela.'),
    sentence(
      'Press “{{save}}” to keep filter, order and columns as a tab of your own, or to share it with a role.',
      'Prima «{{save}}» para guardar filtro, ordem e colunas num separador seu, ou para o partilhar com uma função.',
      {
        save: kitTextPlaceholder('views.save'),
      },
    ),
    sentence('Press “{{take}}” to take the case that is due first.', 'Prima «{{take}}» para ficar com o caso cujo prazo acaba primeiro.', {
      take: kitTextPlaceholder('bulk.takeNext'),
    }),
    sentence(
      'Tick several cases to assign them; “{{act}}” does one action on all that are ticked.',
      'Marque vários casos para os atribuir; «{{act}}» faz uma ação em todos os que estão marcados.',
      {
        act: kitTextPlaceholder('bulk.act'),
      },
    ),
    L(
      'Once all cases of a page are ticked, a button above the list also chooses the other cases of the filter, up to 500 in all.',
      'Quando todos os casos de uma página estão marcados, um botão acima da lista escolhe também os outros casos do filtro, até 500 ao todo.',
    ),
    sentence(
      'Press “{{export}}” for a file of what the list shows. That you took it is recorded.',
      'Prima «{{export}}» para um ficheiro do que a lista mostra. Fica registado que o levou.',
      { export: kitTextPlaceholder('list.export') },
    ),
  ],
};

const cases: HelpPart = {
  id: 'cases',
  title: L('Work on a case', 'Trabalhar num caso'),
  roles: everybody,
  about: [
    L(
      'A case shows what was declared on the left and what you may do on the right. Actions that another officer must do are shown with the reason.',
      'Um caso mostra à esquerda o que foi declarado e à direita o que pode fazer. As ações que outro funcionário tem de fazer aparecem com o motivo.',
    ),
    L(
      'Four eyes: who did one step may not do the step that checks it. Where this holds, the part on the action says so.',
      'Quatro olhos: quem fez um passo não pode fazer o passo que o verifica. Onde isto vale, a parte sobre a ação di-lo.',
    ),
  ],
  steps: [
    sentence(
      'Press “{{take}}”, or begin to write: the case is then yours, and others see it.',
      'Prima «{{take}}», ou comece a escrever: o caso passa a ser seu, e os outros veem-no.',
      { take: kitTextPlaceholder('work.take') },
    ),
    L(
      'Choose the decision. Where a comment is needed, the page says who will read it.',
      'Escolha a decisão. Onde é preciso um comentário, a página diz quem o vai ler.',
    ),
    L('Press the button of the decision. The next case of the list opens.', 'Prima o botão da decisão. Abre-se o caso seguinte da lista.'),
    sentence(
      'To take a decision back, press “{{undo}}” within ten minutes, where the kind of document allows it.',
      'Para anular uma decisão, prima «{{undo}}» dentro de dez minutos, onde o tipo de documento o permite.',
      {
        undo: kitTextPlaceholder('keys.undo'),
      },
    ),
    sentence('“{{history}}” shows every step, who did it and when.', '«{{history}}» mostra cada passo, quem o fez e quando.', {
      history: kitTextPlaceholder('history.title'),
    }),
    L(
      'If somebody has changed the document meanwhile, your text is kept: load the new version and decide again.',
      'Se alguém alterou o documento entretanto, o seu texto fica guardado: carregue a nova versão e decida de novo.',
    ),
  ],
};

const clocks: HelpPart = {
  id: 'clocks',
  title: L('Clocks: when a case is due', 'Prazos: quando um caso tem de estar feito'),
  roles: everybody,
  about: [
    L(
      'Each step has a time, which runs only while the office works: a day is a working day, hours count within office hours, and holidays do not count. The hours and holidays are catalogues.',
      'Cada passo tem um tempo, que só corre enquanto o serviço trabalha: um dia é um dia útil, as horas contam dentro do horário e os feriados não contam. O horário e os feriados são catálogos.',
    ),
    L(
      'While the applicant has to answer or pay, no clock runs for the office. What is overdue for longer than a rule allows is told to supervisors once, by e-mail.',
      'Enquanto o requerente tem de responder ou pagar, não corre prazo para o serviço. O que passa do prazo mais do que uma regra permite é comunicado uma vez aos supervisores, por e-mail.',
    ),
    L(
      'A case that somebody has taken is free again after 30 minutes without work on it.',
      'Um caso com que alguém ficou volta a estar livre após 30 minutos sem trabalho nele.',
    ),
  ],
};

const keys: HelpPart = {
  id: 'keys',
  title: L('Keys', 'Teclas'),
  roles: everybody,
  about: [
    sentence(
      'These keys work on lists and cases, never while you type in a field. “{{keys}}” at the top changes them or switches them off.',
      'Estas teclas funcionam nas listas e nos casos, nunca enquanto escreve num campo. «{{keys}}» no topo muda-as ou desliga-as.',
      {
        keys: kitTextPlaceholder('keys.short'),
      },
    ),
  ],
};

const words: HelpPart = { id: 'words', title: L('What the words mean', 'O que as palavras significam'), roles: everybody };

const board: HelpPart = {
  id: 'board',
  title: L('Read the board', 'Ler o quadro'),
  roles: everybody,
  screens: ['/staff/board', '/staff/board/actions'],
  about: [
    L(
      'The board shows what came, what was decided and what waits; for supervisors everybody’s work, for others their own.',
      'O quadro mostra o que chegou, o que foi decidido e o que espera; aos supervisores o trabalho de todos, aos outros o seu.',
    ),
  ],
  steps: [
    L('Choose the time that the numbers are of.', 'Escolha o tempo a que os números se referem.'),
    L('Press a number to open the list of the documents behind it.', 'Prima um número para abrir a lista dos documentos que ele conta.'),
  ],
};

const auditLog: HelpPart = {
  id: 'audit',
  title: L('Read the audit log', 'Ler o registo de auditoria'),
  roles: [AUDITOR],
  screens: ['/staff/audit'],
  about: [
    L(
      'Who did and read what, when, and from which request, in all services. What you look for is recorded too, with your name.',
      'Quem fez e leu o quê, quando, e em que pedido, em todos os serviços. O que procurar também fica registado, com o seu nome.',
    ),
  ],
  steps: [
    sentence('Open “{{audit}}”.', 'Abra «{{audit}}».', { audit: staff('audit') }),
    sentence(
      'To see who has looked at a person’s documents, type the number into “{{person}}” and the first day into “{{from}}”, and press “{{search}}”.',
      'Para ver quem consultou os documentos de uma pessoa, escreva o número em «{{person}}» e o primeiro dia em «{{from}}», e prima «{{search}}».',
      { person: audit('person'), from: audit('from'), search: audit('search') },
    ),
    L(
      'Press the name of an officer to see all that the account did; press the number of a request to see what one press of a button caused.',
      'Prima o nome de um funcionário para ver tudo o que a conta fez; prima o número de um pedido para ver o que um só gesto causou.',
    ),
    sentence(
      '“{{reason}}” is what the officer wrote, as long as the document is there.',
      '«{{reason}}» é o que o funcionário escreveu, enquanto o documento existir.',
      { reason: audit('reason') },
    ),
    sentence(
      '“{{standing}}” says of each service whether its log is whole, and what the witness keeps of it.',
      '«{{standing}}» diz de cada serviço se o registo está inteiro e o que a testemunha guarda dele.',
      {
        standing: audit('standing'),
      },
    ),
    sentence(
      'Press “{{export}}” beside a service for a file of what you looked for.',
      'Prima «{{export}}» ao lado de um serviço para um ficheiro do que procurou.',
      { export: audit('export') },
    ),
  ],
  picture: {
    file: 'audit',
    alt: L(
      'The audit log: filter above, records with time, name, action, document and reason below',
      'O registo de auditoria: filtro em cima, registos com hora, nome, ação, documento e motivo em baixo',
    ),
    width: 800,
    height: 500,
  },
};

const background: HelpPart = {
  id: 'jobs',
  title: L('See to work that failed', 'Tratar do trabalho que falhou'),
  roles: [JOBS_ADMIN],
  screens: ['/staff/jobs'],
  about: [L(jobsTexts.en.jobs.lead, jobsTexts.pt.jobs.lead)],
  steps: [
    sentence('Open “{{jobs}}”.', 'Abra «{{jobs}}».', { jobs: staff('jobs') }),
    sentence('Read the reason. Where it is mended, press “{{retry}}”.', 'Leia o motivo. Quando estiver resolvido, prima «{{retry}}».', {
      retry: jobs('retry'),
    }),
    sentence(
      'Press “{{dismissal}}” only for what must not happen any more. Your reason is recorded.',
      'Prima «{{dismissal}}» só para o que já não deve acontecer. O seu motivo fica registado.',
      { dismissal: jobs('dismissal') },
    ),
  ],
};

const deployed: HelpPart = {
  id: 'areas',
  title: L('Try, promote or take back a version of an area', 'Experimentar, promover ou retirar uma versão de uma área'),
  roles: [OPERATOR],
  screens: ['/staff/areas', '/staff/areas/:name'],
  about: [
    L(
      'Each area is deployed on its own, in versions that never change. Publishing a new one is the pipeline’s; who gets which version is decided here.',
      'Cada área é posta em serviço por si, em versões que nunca mudam. Publicar uma nova cabe ao processo de publicação; quem recebe que versão decide-se aqui.',
    ),
  ],
  steps: [
    sentence(
      'Open “{{areas}}”, and the area. Its history and the difference of two versions are there.',
      'Abra «{{areas}}», e a área. O histórico e a diferença entre duas versões estão lá.',
      {
        areas: staff('areas'),
      },
    ),
    sentence(
      'Press “{{canary}}”, and look how often it fails. Then “{{promote}}” or “{{abort}}”.',
      'Prima «{{canary}}», e veja quantas vezes falha. Depois «{{promote}}» ou «{{abort}}».',
      {
        canary: areaDo('canary'),
        promote: areaDo('promote'),
        abort: areaDo('abort'),
      },
    ),
    sentence('“{{rollback}}” brings an earlier version back.', '«{{rollback}}» repõe uma versão anterior.', { rollback: areaDo('rollback') }),
    L(
      'Write the reason. Where a second person is needed, nothing changes before they confirm.',
      'Escreva o motivo. Onde é precisa uma segunda pessoa, nada muda antes de ela confirmar.',
    ),
  ],
};

const stopArea: HelpPart = {
  id: 'stop-area',
  title: L('Stop an area', 'Parar uma área'),
  roles: [OPERATOR],
  about: [L(areasTexts.en.operations.means.stop, areasTexts.pt.operations.means.stop)],
  steps: [
    sentence('Open “{{areas}}”, and the area that does harm.', 'Abra «{{areas}}», e a área que causa danos.', { areas: staff('areas') }),
    sentence('Press “{{stop}}” and write the reason.', 'Prima «{{stop}}» e escreva o motivo.', { stop: areaDo('stop') }),
    sentence('Go to a version that works: “{{rollback}}”.', 'Vá para uma versão que funcione: «{{rollback}}».', { rollback: areaDo('rollback') }),
    sentence('Press “{{resume}}”. Open pages come back by themselves.', 'Prima «{{resume}}». As páginas abertas voltam por si.', { resume: areaDo('resume') }),
  ],
};

const health: HelpPart = {
  id: 'health',
  title: L('See whether the portal works', 'Ver se o portal funciona'),
  roles: [JOBS_ADMIN],
  screens: ['/staff/health'],
  about: [L(healthTexts.en.health.lead, healthTexts.pt.health.lead)],
};

const erasure: HelpPart = {
  id: 'erasure',
  title: L('Answer a request for erasure', 'Responder a um pedido de apagamento'),
  roles: everybody,
  screens: ['/staff/erasure'],
  steps: [
    sentence(
      'Open “{{erasure}}”. Each row is a document whose owner wants it erased.',
      'Abra «{{erasure}}». Cada linha é um documento cujo titular quer que seja apagado.',
      { erasure: staff('erasure') },
    ),
    L(
      'Read until when the law keeps the document, and open it. An open case must be finished before its request can be granted.',
      'Veja até quando a lei obriga a guardar o documento, e abra-o. Um caso aberto tem de ser concluído antes de o seu pedido poder ser deferido.',
    ),
    sentence(
      'Write a comment, which the owner reads, and press “{{grant}}” or “{{refuse}}”.',
      'Escreva um comentário, que o titular lê, e prima «{{grant}}» ou «{{refuse}}».',
      { grant: erasing('GRANT'), refuse: erasing('REFUSE') },
    ),
    erasing('grantMeans'),
  ],
};

/** @param answersErasure whether the reader answers requests for erasure of some kind of document */
export const portalHelp = (answersErasure: boolean): AreaHelp => ({
  parts: [overview, lists, cases, clocks, keys, words, board, ...(answersErasure ? [erasure] : []), auditLog, background, health, deployed, stopArea],
});
