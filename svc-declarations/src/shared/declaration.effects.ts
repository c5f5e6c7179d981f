/** Applies an official's confirmations to a traveller's requirements. */
import type { ConfirmationInput, RequirementRow } from '../../contract/index.ts';

/** Sets the official's ticks on the rows that the input names. Other fields and other rows stay unchanged. */
export function withConfirmations<Model extends { requirements?: RequirementRow[] }>(model: Model, { requirements }: ConfirmationInput): Model {
  const ticks = new Map(requirements?.map((row) => [row.id, row.confirmed === true]));
  return { ...model, requirements: model.requirements?.map((row) => (ticks.has(row.id) ? { ...row, confirmed: ticks.get(row.id) } : row)) };
}
