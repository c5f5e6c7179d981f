/** The inputs of the workflow actions that do not take the application itself, and their rules. */
import { type Bilingual, Choice, Code, Day, L, ListOf, Nested, notBefore, type RuleFault, Rules, ruleFault, sentence, Text } from '@portal/contract-kit';
import { LicenceMedia, LicenceRequirement, mostScans } from './parts.ts';

export const recommendations = ['RECOMMEND', 'RETURN'] as const;
export type Recommendation = (typeof recommendations)[number];
export const recommendationLabels: Record<Recommendation, Bilingual> = {
  RECOMMEND: L('Recommend for approval', 'Recomendar para aprovação'),
  RETURN: L('Return to the applicant', 'Devolver ao requerente'),
};

/** The officer's input of a verification. */
export class LicenceVerification {
  @Code({ name: 'bank-accounts', copy: { bankName: 'bankName', bankAccount: 'accountNumber' } }, { label: L('Bank account', 'Conta bancária'), max: 35 })
  bankCode?: string;
  @Text({ serverSet: true }) bankName?: string;
  @Text({ serverSet: true }) bankAccount?: string;
  @ListOf(() => LicenceRequirement, { label: L('Document requirements', 'Documentos exigidos'), max: 100 }) requirements?: LicenceRequirement[];
  @ListOf(() => LicenceMedia, { label: L('Scanned documents', 'Documentos digitalizados'), max: mostScans }) medias?: LicenceMedia[];
}

/** Checks that the verifier chose a bank account and confirmed every requirement. */
export function verificationErrors(licence: { bankCode?: string; requirements?: LicenceRequirement[] }): RuleFault[] {
  return [
    ...(licence.bankCode ? [] : [ruleFault('REQUIRED', 'bankCode', L('Select the bank account', 'Selecione a conta bancária'))]),
    ...(licence.requirements ?? []).flatMap((r, i) =>
      r.confirmed === true
        ? []
        : [
            ruleFault(
              'REQUIRED',
              `requirements.${i}.confirmed`,
              sentence('Confirm the requirement: {{requirement}}', 'Confirme o requisito: {{requirement}}', { requirement: r.description ?? i + 1 }),
            ),
          ],
    ),
  ];
}

/** A second place for the decision: clients may send it beside the comment. */
export class RecommendationDetails {
  @Choice(recommendations, { label: L('Decision', 'Decisão') }) decision?: Recommendation;
}

@Rules<LicenceRecommendation>((b) =>
  decisionOf(b) ? [] : [ruleFault('REQUIRED', 'decision', L('Choose whether to recommend or to return', 'Escolha entre recomendar e devolver'))],
)
export class LicenceRecommendation {
  @Choice(recommendations, { label: L('Decision', 'Decisão') }) decision?: Recommendation;
  @Nested(() => RecommendationDetails) action: RecommendationDetails = new RecommendationDetails();
}

export const decisionOf = (body: { decision?: unknown; action?: { decision?: unknown } }): Recommendation | undefined =>
  (body.decision ?? body.action?.decision) as Recommendation | undefined;

/** Whether a recommendation returns the application to the applicant. */
export const isReturned = (body: Parameters<typeof decisionOf>[0]): boolean => decisionOf(body) === 'RETURN';

/** The dates of validity. Without them the licence begins today, or on the day after the licence that it renews, and lasts for the default period. */
@Rules<LicenceValidity>(
  notBefore('endDate', (b) => b.beginDate, L('End date must not be before the begin date', 'A data de fim não pode ser anterior à data de início')),
)
export class LicenceValidity {
  @Day({ label: L('Begin date', 'Data de início') }) beginDate?: string;
  @Day({ label: L('End date', 'Data de fim') }) endDate?: string;
}
