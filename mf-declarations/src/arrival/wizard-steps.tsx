import { DocumentForm, pathsOf, type SectionSpec, type WizardStep } from '@portal/web-kit/forms';
import type { ReactNode } from 'react';
import { type ArrivalStep, type ArrivalWizard, arrivalSteps } from 'svc-declarations/contract';
import type { ArrivalValues } from './arrival.api.ts';
import { ArrivalReview } from './review.tsx';
import type { ArrivalSections } from './sections.tsx';

interface WizardParts {
  wizard: ArrivalWizard | undefined;
  parts: ArrivalSections;
  mode: string;
  /** Who else travels, on the last step, and their answers. */
  companions?: ReactNode;
  review?: ReactNode;
  /** After everything else, on the last step. */
  after?: ReactNode;
}

/** The steps of the arrival wizard; the last one shows all answers, and the statement after them. */
export function wizardSteps({ wizard = 'five', parts, mode, companions, review, after }: WizardParts): WizardStep<ArrivalValues>[] {
  const steps = arrivalSteps[wizard];
  const sectionsOf = (step: ArrivalStep): SectionSpec[] => step.sections.flatMap((name) => [...parts[name]]);
  return steps.map((step, index) => ({
    id: step.id,
    title: step.title,
    fields: [...pathsOf(sectionsOf(step)), ...step.fields],
    render: ({ goTo }) => {
      const sections = sectionsOf(step);
      if (index < steps.length - 1) {
        return <DocumentForm sections={sections} mode={mode} editable />;
      }
      const statement = sections.filter((section) => section.id === 'statement');
      return (
        <>
          <DocumentForm sections={sections.filter((section) => section.id !== 'statement')} mode={mode} editable />
          {companions}
          <ArrivalReview steps={steps.slice(0, -1).map((each) => ({ ...each, parts: sectionsOf(each) }))} goTo={goTo} />
          {review}
          <DocumentForm sections={statement} mode={mode} editable />
          {after}
        </>
      );
    },
  }));
}
