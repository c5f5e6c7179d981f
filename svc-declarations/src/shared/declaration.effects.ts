/** Applies an official's confirmations to a traveller's requirements. */
import { withTicks } from '@portal/service-kit';
import type { ConfirmationInput, RequirementRow } from '../../contract/index.ts';

/** Sets the official's ticks on the rows that the input names. Other fields and other rows stay unchanged. */
export const withConfirmations = <Model extends { requirements?: RequirementRow[] }>(model: Model, { requirements }: ConfirmationInput): Model => ({
  ...model,
  requirements: model.requirements && withTicks(model.requirements, requirements, 'confirmed'),
});
