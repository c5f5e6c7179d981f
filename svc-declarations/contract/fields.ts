/** Fields that mean the same in both declarations, so that each has one label, one limit and one catalogue. */
import { Code, Day, Email, Identifier, Integer, L, Telephone, Text, YesNo } from '@portal/contract-kit';

export const AgencyCode = () => Code('agencies', { label: L('Agency', 'Agência'), required: true });
export const EntryPointCode = (label = L('Entry point', 'Ponto de entrada')) => Code('entry-points', { label, required: true });
/** The flight number as text. The catalogue of flights suggests values, but a flight that is not in it is accepted too. */
export const FlightCode = () => Text({ label: L('Flight', 'Voo'), max: 70, upper: true });
export const EmbarkationPortCode = (label = L('Embarkation port', 'Porto de embarque')) =>
  Code({ name: 'airports', copy: { embarkationPortName: 'name' } }, { label });
export const EmbarkationPortName = (label = L('Embarkation port', 'Porto de embarque')) => Text({ label, serverSet: true });
export const FlightNumber = () => Text({ label: L('Flight or voyage number', 'Número do voo ou da viagem'), max: 35, upper: true, required: true });

export const TravellerCode = () => Identifier({ label: L('Passport number', 'Número do passaporte'), required: true, personal: true });
export const NationalityCode = () =>
  Code({ name: 'countries', copy: { nationalityName: 'nationality' } }, { label: L('Nationality', 'Nacionalidade'), required: true });
export const NationalityName = () => Text({ label: L('Nationality', 'Nacionalidade'), serverSet: true });
export const ExpiryDate = () => Day({ label: L('Passport expiry date', 'Data de validade do passaporte'), required: true });
export const EmailAddress = () => Email({ label: L('Email address', 'Endereço de correio eletrónico'), personal: true });
export const PhoneNumber = (required: boolean) => Telephone({ label: L('Phone number', 'Número de telefone'), required, personal: true });

export const FirstName = () => Text({ label: L('Given or first name', 'Nome próprio'), max: 70, upper: true, required: true });
export const LastName = () => Text({ label: L('Family or last name', 'Apelido'), max: 70, upper: true, required: true });
export const BirthDate = () => Day({ label: L('Date of birth', 'Data de nascimento'), required: true, range: 'past' });
export const Gender = () => Code({ name: 'genders', copy: { genderName: 'name' } }, { label: L('Sex', 'Sexo'), required: true });
export const GenderName = () => Text({ label: L('Sex', 'Sexo'), serverSet: true });
export const Occupation = () => Text({ label: L('Occupation', 'Profissão'), max: 35, upper: true, required: true });

export const CurrencyStatus = () =>
  YesNo({
    label: L('Do you carry more than 5000 USD or the equivalent?', 'Transporta mais de 5000 USD ou o equivalente?'),
    required: true,
    message: L('Say whether you carry more than 5000 USD or the equivalent', 'Indique se transporta mais de 5000 USD ou o equivalente'),
  });
export const CurrencyAmount = () => Integer({ label: L('Amount of money', 'Montante') });
export const CurrencyCode = () => Code('currencies', { label: L('Currency', 'Moeda') });
