/** The arrival form: its sections and fields in order, grouped by the wizard section that they belong to. */
import { type Bilingual, configuredName, type FormCondition, type FormField, type FormList, type FormSection, L, onlyIf, sentence } from '@portal/contract-kit';
import { type ArrivalCondition, arrivalConditions } from './arrival.ts';
import type { ArrivalSection } from './arrival-wizard.ts';
import { accommodationChoices, OWN_HOME } from './codes.ts';
import { atAirport, emailField, flightField, formTexts, moneyFields, passportFields, personFields, phoneField } from './form-parts.ts';

type Model = Parameters<ArrivalCondition>[0] & { hasMerchandise?: string };

/** Condition of the fields that only foreigners see. */
const foreigner = onlyIf(arrivalConditions.foreigner, L('Only for foreign visitors', 'Só para visitantes estrangeiros'));

const asksAccommodation = (model: Model): boolean => !arrivalConditions.foreigner(model) || arrivalConditions.accommodation(model);
/** Builds a condition on where the traveller stays. The answer counts only while the form asks the accommodation question. */
const stays = (condition: ArrivalCondition, words: Bilingual): FormCondition => onlyIf((model: Model) => asksAccommodation(model) && condition(model), words);

/** Condition of the host's fields. A traveller who stays in their own home does not see them. */
const withFriends = stays(arrivalConditions.friendsOrFamily, L('Only if you stay with friends or family', 'Só se fica em casa de amigos ou familiares'));

const sponsorFields: readonly FormField[] = ['sponsorDetails.type', 'sponsorDetails.name', 'sponsorDetails.address'].map((name) => ({ name }));

/** The repeatable rows in which the traveller declares goods. */
export const goodsRows: NonNullable<FormList['rows']> = {
  title: L('Goods', 'Bens'),
  add: L('Add another row of goods', 'Adicionar outra linha de bens'),
  fields: [
    { name: 'description' },
    { name: 'quantity', optional: true, width: 5 },
    { name: 'value', optional: true, width: 10 },
    { name: 'currencyCode', optional: true },
  ],
};

/** The texts of the form page, and of the confirmation page after it. */
export const arrivalPage = {
  title: L('Arrival declaration', 'Declaração de chegada'),
  submit: L('Submit declaration', 'Enviar declaração'),
  doneTitle: L('Declaration registered', 'Declaração registada'),
  next: [
    L('On arrival, keep your passport ready. An officer scans the code.', 'À chegada, tenha o passaporte à mão. Um funcionário lê o código.'),
    L(
      'Follow the lane that is shown above. Speak to an officer if your answers have changed.',
      'Siga o canal indicado acima. Fale com um funcionário se as suas respostas mudaram.',
    ),
  ],
  note: (product: string): Bilingual =>
    sentence(
      'Please screen shot and present to {{product}} & Immigration Staff',
      'Faça uma captura de ecrã e apresente-a aos funcionários no posto de fronteira ({{product}} e Imigração)',
      { product: configuredName(product) },
    ),
} as const;

export const arrivalFormSections: Readonly<Record<ArrivalSection, readonly FormSection[]>> = {
  residency: [
    {
      id: 'journey',
      title: L('Your journey', 'A sua viagem'),
      fields: [{ name: 'typeDetails.code' }],
    },
    {
      id: 'entry',
      title: L('Where and when you arrive', 'Onde e quando chega'),
      fields: [
        flightField('arrival'),
        {
          name: 'flightDetails.code',
          hint: L('The airport, port or border post where you enter', 'O aeroporto, porto ou posto fronteiriço por onde entra'),
        },
        { name: 'embarkationPortCode', hint: L('The airport where you boarded', 'O aeroporto onde embarcou'), when: atAirport },
        { name: 'originCode', hint: L('The country you come from on this journey', 'O país de onde vem nesta viagem') },
        { name: 'flightNumber', hint: formTexts.numberHint, width: 20 },
        { name: 'arrivalDate', dayFromList: true },
      ],
    },
  ],
  personal: [
    { id: 'passport', title: formTexts.passport, fields: passportFields },
    { id: 'person', title: L('About you', 'Sobre si'), fields: personFields },
    { id: 'contact', title: L('How to reach you', 'Como contactá-lo'), fields: [phoneField, emailField] },
  ],
  other: [
    {
      id: 'stay',
      title: L('Your stay', 'A sua estadia'),
      when: foreigner,
      fields: [
        { name: 'reason' },
        { name: 'stayLength', width: 5 },
        { name: 'departureDate', hint: formTexts.expiryHint },
        { name: 'returnTicket', width: 20 },
        {
          name: 'destinationVisa',
          width: 20,
          when: onlyIf(
            arrivalConditions.destinationVisa,
            L('Only if you are in transit or join a crew', 'Só se está em trânsito ou se junta a uma tripulação'),
          ),
        },
      ],
    },
    {
      id: 'organiser',
      title: L('Who organises your visit', 'Quem organiza a sua visita'),
      when: onlyIf(
        (model: Model) => arrivalConditions.foreigner(model) && arrivalConditions.organised(model),
        L('Only if your visit is organised or funded by somebody else', 'Só se a sua visita é organizada ou financiada por outra pessoa'),
      ),
      fields: [{ name: 'organisedBy' }, { name: 'fundedBy' }],
    },
    {
      id: 'sponsor',
      title: L('Your sponsor', 'O seu patrocinador'),
      when: onlyIf(
        (model: Model) => arrivalConditions.sponsor(model) || (arrivalConditions.foreigner(model) && arrivalConditions.work(model)),
        L('Only if you have a sponsor or come to work', 'Só se tem patrocinador ou vem trabalhar'),
      ),
      fields: sponsorFields,
    },
    {
      id: 'permit',
      title: L('Your permit', 'A sua autorização'),
      when: onlyIf(
        (model: Model) => arrivalConditions.permit(model) || arrivalConditions.resident(model),
        L('Only if you hold a visa or a permit, or live in the country', 'Só se tem visto ou autorização, ou reside no país'),
      ),
      fields: [
        { name: 'permitReference', width: 20 },
        {
          name: 'permitExpiry',
          hint: formTexts.expiryHint,
          when: onlyIf(arrivalConditions.permit, L('Only if you hold a visa or a permit', 'Só se tem visto ou autorização')),
        },
        { name: 'permitNaration', lines: 500, when: onlyIf(arrivalConditions.resident, L('Only if you live in the country', 'Só se reside no país')) },
      ],
    },
    {
      id: 'accommodation',
      title: L('Where you stay', 'Onde fica'),
      fields: [
        {
          name: 'accommodationType',
          names: accommodationChoices,
          when: onlyIf(asksAccommodation, L('Unless you are in transit or join a crew', 'Exceto se está em trânsito ou se junta a uma tripulação')),
        },
        {
          name: 'accommodationName',
          hint: L('On a cruise: the name of the ship', 'Num cruzeiro: o nome do navio'),
          when: stays(arrivalConditions.hotel, L('Only if you stay in a hotel or other paid accommodation', 'Só se fica num hotel ou outro alojamento pago')),
        },
        {
          name: 'address',
          hint: L('Where we can find you during your stay', 'Onde o podemos encontrar durante a sua estadia'),
          autoComplete: 'street-address',
        },
      ],
    },
    {
      id: 'host',
      title: L('The home where you stay', 'A casa onde fica'),
      when: stays(
        (model) => arrivalConditions.friendsOrFamily(model) || model.accommodationType === OWN_HOME,
        L('Only if you stay in a home: your own, or that of friends or family', 'Só se fica numa casa: a sua, ou a de amigos ou familiares'),
      ),
      fields: [
        { name: 'contactDetails.name', when: withFriends },
        { name: 'contactDetails.identity', when: withFriends },
        { name: 'contactDetails.phone', inputType: 'tel', width: 20, when: withFriends },
        { name: 'addressDetails.district' },
        { name: 'addressDetails.subDistrict' },
        { name: 'addressDetails.village' },
        { name: 'addressDetails.subVillage' },
      ],
    },
    {
      id: 'declarations',
      title: formTexts.declarations,
      when: foreigner,
      list: { name: 'declarations' },
      fields: [{ name: 'declarationsConfirmed' }],
    },
  ],
  goods: [
    {
      id: 'baggage',
      title: L('Baggage and merchandise', 'Bagagem e mercadorias'),
      fields: [
        {
          name: 'numberOfBaggages',
          hint: L('Count every bag you travel with. Write 0 if you have none.', 'Conte todos os volumes com que viaja. Escreva 0 se não tem nenhum.'),
          width: 4,
        },
        {
          name: 'hasMerchandise',
          hint: L(
            'Goods for sale or trade, or above your personal allowance. Answering yes leads to the red lane.',
            'Bens para venda ou comércio, ou acima da sua isenção pessoal. Responder sim leva ao canal vermelho.',
          ),
        },
      ],
    },
    {
      id: 'goods',
      title: L('Goods to declare', 'Bens a declarar'),
      when: onlyIf((model: Model) => model.hasMerchandise !== 'NO', L('Only if you have merchandise to declare', 'Só se tem mercadorias a declarar')),
      list: {
        name: 'goods',
        rows: goodsRows,
      },
    },
    { id: 'questions', title: formTexts.questions, list: { name: 'questions' }, fields: [{ name: 'questionsConfirmed' }] },
    { id: 'money', title: formTexts.money, fields: moneyFields },
  ],
  review: [
    {
      id: 'birth',
      title: L('Last details from your passport', 'Últimos dados do seu passaporte'),
      fields: [
        { name: 'title', hint: L('Such as Mr, Mrs or Dr', 'Por exemplo, Sr., Sra. ou Dr.'), width: 10, autoComplete: 'honorific-prefix' },
        { name: 'birthCityName' },
        { name: 'birthNationalityCode' },
      ],
    },
    { id: 'requirements', title: formTexts.requirements, list: { name: 'requirements', hint: formTexts.requirementsHint } },
    { id: 'statement', title: L('Your statement', 'A sua declaração final'), fields: [{ name: 'declaredStatus' }] },
  ],
};
