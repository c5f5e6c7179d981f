import { L, say } from '@portal/contract-kit';
import { formatMoney, SummaryCard, useFormat, useLanguage } from '@portal/web-kit';
import { shared } from './texts.ts';

/** Fields of an arrival or departure that say who travels and with what. */
export interface Known {
  travellerCode?: string;
  nationalityName?: string;
  expiryDate?: string;
  birthDate?: string;
  birthCityName?: string;
  flightNumber?: string;
  embarkationPortName?: string;
  destinationName?: string;
  arrivalDate?: string;
  departureDate?: string;
  accommodationName?: string;
  address?: string;
  currencyStatus?: string;
  currencyAmount?: number;
  currencyCode?: string;
  hasMerchandise?: string;
  numberOfBaggages?: number;
  goods?: readonly { description?: string; quantity?: number }[];
}

const until = L('valid until', 'válido até');
const line = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Shows who travels, how and with what, in a few lines. This is enough for a routine case. */
export function KeyFacts({ model: m }: { model: Known }) {
  const format = useFormat();
  const { language } = useLanguage();
  const none = say(shared.no, language);
  const goods = (m.goods ?? [])
    .filter(({ description }) => description)
    .map(({ description, quantity }) => (quantity ? `${quantity} × ${description}` : description));
  return (
    <SummaryCard
      title={L('At a glance', 'Em resumo')}
      rows={[
        {
          label: L('Passport', 'Passaporte'),
          value: line(m.travellerCode, m.nationalityName, m.expiryDate && `${say(until, language)} ${format.date(m.expiryDate)}`),
        },
        { label: L('Born', 'Nascimento'), value: line(format.date(m.birthDate), m.birthCityName) },
        {
          label: L('Journey', 'Viagem'),
          value: line(m.flightNumber, m.embarkationPortName ?? m.destinationName, format.date(m.arrivalDate ?? m.departureDate)),
        },
        { label: L('Stay', 'Estadia'), value: line(m.accommodationName, m.address) },
        {
          label: L('Money', 'Dinheiro'),
          value: m.currencyStatus === 'YES' ? <strong>{formatMoney(m.currencyAmount, m.currencyCode, { minor: 0, language })}</strong> : none,
        },
        { label: L('Merchandise', 'Mercadorias'), value: m.hasMerchandise === 'YES' ? <strong>{goods.join(', ') || say(shared.yes, language)}</strong> : none },
      ].filter(({ label, value }) => value !== '' && !(label.en === 'Merchandise' && m.hasMerchandise === undefined))}
    />
  );
}
