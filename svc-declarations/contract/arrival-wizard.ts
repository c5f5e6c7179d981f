/**
 * The arrival wizard: the same sections in five steps (reading B of the specification) or in three (reading A). A step is complete when its fields are valid.
 */
import { type Bilingual, L } from '@portal/contract-kit';

export interface ArrivalStep {
  id: string;
  title: Bilingual;
  sections: readonly ArrivalSection[];
  /** Fields that must be valid before the traveller can leave this step. */
  fields: readonly string[];
}

export type ArrivalSection = keyof typeof arrivalSections;
export type ArrivalWizard = 'five' | 'three';

/** Fields by section, in the order of the form. */
export const arrivalSections = {
  residency: ['typeDetails', 'originCode', 'flightDetails', 'entryPointCode', 'flightCode', 'embarkationPortCode', 'flightNumber', 'arrivalDate'],
  personal: ['travellerCode', 'nationalityCode', 'expiryDate', 'emailAddress', 'phoneNumber', 'firstName', 'lastName', 'birthDate', 'gender', 'occupation'],
  other: [
    'reason',
    'stayLength',
    'departureDate',
    'returnTicket',
    'destinationVisa',
    'permitReference',
    'permitExpiry',
    'permitNaration',
    'accommodationType',
    'accommodationName',
    'contactDetails',
    'addressDetails',
    'address',
    'organisedBy',
    'fundedBy',
    'sponsorDetails',
    'declarations',
    'declarationsConfirmed',
  ],
  goods: ['numberOfBaggages', 'hasMerchandise', 'goods', 'questions', 'questionsConfirmed', 'currencyStatus', 'currencyAmount', 'currencyCode'],
  review: ['title', 'birthCityName', 'birthNationalityCode', 'requirements', 'declaredStatus', 'agencyCode', 'documentCode'],
} as const;

const step = (id: string, title: Bilingual, ...sections: ArrivalSection[]): ArrivalStep => ({
  id,
  title,
  sections,
  fields: sections.flatMap((s) => [...arrivalSections[s]]),
});

export const arrivalSteps: Record<ArrivalWizard, readonly ArrivalStep[]> = {
  five: [
    step('residency', L('Residency Details', 'Dados de residência'), 'residency'),
    step('personal', L('Personal Details', 'Dados pessoais'), 'personal'),
    step('other', L('Other Details', 'Outros dados'), 'other'),
    step('goods', L('Goods Details', 'Dados dos bens'), 'goods'),
    step('review', L('Review & Submit', 'Rever e enviar'), 'review'),
  ],
  three: [
    step('residency', L('Entry & flight details', 'Entrada e voo'), 'residency'),
    step('information', L('Passport/personal/contact details', 'Dados do passaporte/pessoais/de contacto'), 'personal'),
    step('review', L('Review, other details and goods', 'Revisão, outros dados e bens'), 'other', 'goods', 'review'),
  ],
};
