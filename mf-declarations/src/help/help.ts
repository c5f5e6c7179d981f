import { type AreaHelp, actionPlaceholder, kitTextPlaceholder, L, sentence } from '@portal/contract-kit';
import { t as gate } from '../gate/texts.ts';
import { t as lists } from '../import/texts.ts';
import { t as lanes } from '../lane-rules/texts.ts';
import { t as scan } from '../scan/texts.ts';
import { t as people } from '../staff-group/texts.ts';

const arrivals = 'arrival-declaration';
const departures = 'departure-declaration';

/** The area's part of the manual. The workflow provides the list of actions and the roles that may perform them. */
export const help: AreaHelp = {
  parts: [
    {
      id: 'arrivals',
      title: L('Arrival declarations: the list', 'Declarações de chegada: a lista'),
      screens: ['/other/traveller/declaration', '/other/traveller'],
      about: [
        L(
          'The list holds every arrival declaration of your agency. The lane says who is looked at: red means that a rule applies, and the case says which.',
          'A lista tem todas as declarações de chegada da sua agência. O canal diz quem é verificado: vermelho significa que se aplica uma regra, e o caso diz qual.',
        ),
      ],
      steps: [
        sentence(
          'Press “{{take}}” for the case that is due first, or open a reference.',
          'Prima «{{take}}» para o caso cujo prazo acaba primeiro, ou abra uma referência.',
          { take: kitTextPlaceholder('bulk.takeNext') },
        ),
        L('Filter by flight, day of travel, entry point, nationality or lane.', 'Filtre por voo, dia da viagem, ponto de entrada, nacionalidade ou canal.'),
      ],
      picture: {
        file: 'arrivals',
        alt: L(
          'The list of arrival declarations with its queues as tabs, lanes and statuses',
          'A lista das declarações de chegada com as filas em separadores, canais e estados',
        ),
        width: 800,
        height: 500,
      },
    },
    {
      id: 'decide',
      title: L('Decide on an arrival', 'Decidir uma chegada'),
      roles: ['traveller-declaration-read', 'traveller-declaration-search'],
      screens: ['/other/traveller/declaration/:mode', '/other/traveller/declaration/:mode/:id'],
      steps: [
        sentence('Compare the person with the passport, and press “{{arrival}}”.', 'Compare a pessoa com o passaporte, e prima «{{arrival}}».', {
          arrival: actionPlaceholder('arrival'),
        }),
        sentence(
          'A person in the red lane is inspected: a supervisor presses “{{decision}}”, chooses, and writes what was inspected. The traveller can read it.',
          'Quem está no canal vermelho é inspecionado: um supervisor prime «{{decision}}», escolhe, e escreve o que foi inspecionado. O viajante pode lê-lo.',
          {
            decision: actionPlaceholder('decision'),
          },
        ),
        sentence(
          'If the rules are wrong about somebody, a supervisor chooses “{{lane}}” and says why.',
          'Se as regras errarem com alguém, um supervisor escolhe «{{lane}}» e diz porquê.',
          { lane: actionPlaceholder('lane') },
        ),
        sentence('A misspelt name is put right with “{{amendment}}”, and the reason.', 'Um nome mal escrito corrige-se com «{{amendment}}», e o motivo.', {
          amendment: actionPlaceholder('amendment'),
        }),
      ],
      actions: { kind: arrivals, names: ['arrival', 'decision', 'lane', 'amendment', 'undo'] },
    },
    {
      id: 'group',
      title: L('Handle a group', 'Tratar de um grupo'),
      roles: ['traveller-declaration-read', 'departure-declaration-read'],
      screens: ['/other/traveller/declaration/group/:id', '/other/departure/declaration/group/:id'],
      about: [
        L(
          'One code stands for a family, a car or a coach. Those in the red lane stand first.',
          'Um código vale por uma família, um carro ou um autocarro. Quem está no canal vermelho aparece primeiro.',
        ),
      ],
      steps: [
        sentence(
          'Look at each person, and tick those whom the action is for, or “{{all}}”.',
          'Veja cada pessoa, e marque aquelas a quem a ação se destina, ou «{{all}}».',
          { all: people.chooseAll },
        ),
        L('Press the action once. Each declaration keeps a history of its own.', 'Prima a ação uma vez. Cada declaração mantém o seu histórico.'),
      ],
    },
    {
      id: 'departures',
      title: L('Departure declarations: list and decision', 'Declarações de partida: lista e decisão'),
      screens: ['/other/departure/declaration', '/other/departure', '/other/departure/declaration/:mode', '/other/departure/declaration/:mode/:id'],
      steps: [
        sentence(
          'Open a case, compare the money with what is declared, and press “{{verification}}”.',
          'Abra um caso, compare o dinheiro com o que foi declarado, e prima «{{verification}}».',
          { verification: actionPlaceholder('verification') },
        ),
        sentence('Another officer then presses “{{approval}}”.', 'Outro funcionário prima depois «{{approval}}».', { approval: actionPlaceholder('approval') }),
      ],
      actions: { kind: departures, names: ['verification', 'approval', 'amendment', 'undo'] },
    },
    {
      id: 'gate',
      title: L('Work at the gate', 'Trabalhar no posto de controlo'),
      screens: ['/staff/gate'],
      about: [
        L(
          'The gate works without a connection too: codes are checked on the device, and decisions are sent when the line is back.',
          'O posto funciona também sem ligação: os códigos são verificados no dispositivo, e as decisões são enviadas quando a ligação voltar.',
        ),
      ],
      steps: [
        L(
          'Hold the code in front of the camera, use the hand scanner, or type the reference.',
          'Mostre o código à câmara, use o leitor manual, ou escreva a referência.',
        ),
        sentence(
          'Read the verdict and what stands under “{{look}}”; a typed reference proves nothing: compare the passport.',
          'Leia o resultado e o que está em «{{look}}»; uma referência escrita não prova nada: compare o passaporte.',
          { look: gate.look },
        ),
        sentence(
          'Press “{{record}}”, or “{{refer}}” with a reason for a second look.',
          'Prima «{{record}}», ou «{{refer}}» com um motivo para uma segunda verificação.',
          { record: gate.record, refer: gate.refer },
        ),
        sentence('“{{undo}}” takes it back for ten minutes.', '«{{undo}}» anula-o durante dez minutos.', { undo: gate.undo }),
      ],
      picture: {
        file: 'gate',
        alt: L(
          'The gate before a code is scanned: the camera, and the field for a typed reference',
          'O posto antes de ler um código: a câmara, e o campo para uma referência escrita',
        ),
        width: 800,
        height: 500,
      },
    },
    {
      id: 'gate-cases',
      title: gate.cases,
      roles: ['traveller-declaration-read'],
      screens: ['/staff/gate/cases'],
      about: [
        L(
          'What a gate without a connection decided and what does not agree with the office stands here.',
          'Aqui está o que um posto sem ligação decidiu e que não concorda com o serviço.',
        ),
      ],
      steps: [
        L('Open the declaration and find out what happened.', 'Abra a declaração e apure o que aconteceu.'),
        sentence('A supervisor writes it under “{{found}}” and presses “{{close}}”.', 'Um supervisor escreve-o em «{{found}}» e prime «{{close}}».', {
          found: gate.found,
          close: gate.close,
        }),
      ],
    },
    {
      id: 'scan',
      title: scan.title,
      screens: ['/other/traveller/scan'],
      steps: [
        L('Hold the code of a declaration in front of the camera.', 'Mostre o código de uma declaração à câmara.'),
        sentence(
          'The page says whether it is genuine. Press “{{open}}” for the whole declaration.',
          'A página diz se é autêntico. Prima «{{open}}» para toda a declaração.',
          { open: scan.open },
        ),
      ],
    },
    {
      id: 'lists',
      title: L('Send a list of travellers', 'Enviar uma lista de viajantes'),
      screens: ['/other/traveller/import', '/other/traveller/import/:id'],
      steps: [
        L('Download the template and fill in one row for each person.', 'Descarregue o modelo e preencha uma linha por pessoa.'),
        sentence(
          'Choose the file, say what happens if a row is not right, and press “{{send}}”.',
          'Escolha o ficheiro, diga o que fazer se uma linha não estiver certa, e prima «{{send}}».',
          { send: lists.sendButton },
        ),
        sentence(
          'When it is done, take “{{codes}}” along, and correct what stands under “{{wrong}}”.',
          'Quando estiver pronta, leve «{{codes}}», e corrija o que está em «{{wrong}}».',
          { codes: lists.codesPdf, wrong: lists.wrong },
        ),
      ],
    },
    {
      id: 'lane-rules',
      title: L('Put lane rules in force', 'Pôr regras dos canais em vigor'),
      screens: ['/staff/lane-rules', '/staff/lane-rules/new', '/staff/lane-rules/:id', '/staff/lane-rules/:id/edit', '/staff/lane-rules/:id/compare/:other'],
      about: [lanes.specificationRule, lanes.alwaysHelp],
      steps: [
        sentence(
          'Press “{{new}}”, choose the columns that the conditions look at, and write one rule in each row.',
          'Prima «{{new}}», escolha as colunas que as condições veem, e escreva uma regra em cada linha.',
          { new: lanes.newTable },
        ),
        sentence(
          'Give the reason for officers in both languages, the first day in force, and press “{{save}}”.',
          'Dê o motivo para os funcionários nas duas línguas, o primeiro dia em vigor, e prima «{{save}}».',
          { save: lanes.save },
        ),
        sentence(
          'Try it: “{{trial}}” says who would change lane, and how many of the past finds it would have caught.',
          'Experimente-a: «{{trial}}» diz quem mudaria de canal, e quantos dos casos passados teria apanhado.',
          { trial: lanes.trial },
        ),
        sentence('A second person, who has not written on it, presses “{{force}}”.', 'Uma segunda pessoa, que não escreveu nela, prima «{{force}}».', {
          force: lanes.putInForce,
        }),
        sentence(
          '“{{withdraw}}” brings back what was in force before, at once and with a reason.',
          '«{{withdraw}}» repõe o que estava em vigor antes, de imediato e com um motivo.',
          { withdraw: lanes.withdraw },
        ),
      ],
    },
    {
      id: 'watch-lists',
      title: lanes.watchLists,
      roles: ['reference-admin'],
      screens: ['/staff/lane-rules/watch-lists', '/staff/lane-rules/watch-lists/:code'],
      about: [
        L(
          'A rule can ask whether a passport is on a list. The numbers are encrypted and never shown to the public; reading a list is recorded.',
          'Uma regra pode perguntar se um passaporte está numa lista. Os números estão cifrados e nunca são mostrados ao público; ler uma lista fica registado.',
        ),
      ],
      steps: [
        sentence(
          'Open the list, write a person in each line, and press “{{add}}”. A note may say why.',
          'Abra a lista, escreva uma pessoa em cada linha, e prima «{{add}}». Uma nota pode dizer porquê.',
          { add: lanes.add },
        ),
        sentence('Press “{{takeOff}}” for a person who no longer belongs there.', 'Prima «{{takeOff}}» para uma pessoa que já não pertence à lista.', {
          takeOff: lanes.takeOff,
        }),
      ],
    },
  ],
};
