import { Heading, useText } from '@portal/web-kit';
import { DocumentForm, pathsOf, type SectionSpec, type UseFormReturn, type WizardStep } from '@portal/web-kit/forms';
import type { ReactNode } from 'react';
import { type ArrivalStep, type ArrivalWizard, arrivalSteps } from 'svc-declarations/contract';
import type { ArrivalValues } from './arrival.api.ts';
import { NextTrip, splitForNextTrip } from './next-trip.tsx';
import { ArrivalReview } from './review.tsx';
import type { ArrivalSections } from './sections.tsx';
import { t } from './texts.ts';

interface WizardParts {
  wizard: ArrivalWizard | undefined;
  parts: ArrivalSections;
  mode: string;
  /** The other persons of the group, shown on the last step. `review` shows their answers. */
  companions?: ReactNode;
  review?: ReactNode;
  /** Questions about doubtful answers, shown before the statement. @param goTo opens the step of an answer */
  doubts?(goTo: (field: string) => void): ReactNode;
  /** Shown on the last step, after everything else. */
  after?: ReactNode;
  /** Set for a form that was filled in from an earlier trip: the last step then asks for what is still open. */
  nextTrip?: { form: UseFormReturn<ArrivalValues>; faults: readonly string[] };
}

const known = new WeakMap<ArrivalSections, Map<ArrivalStep, readonly SectionSpec[]>>();

/** Returns the sections of a step. It returns the same list for the same parts, so that React does not render a step again. */
function sectionsIn(parts: ArrivalSections, step: ArrivalStep): readonly SectionSpec[] {
  const lists = known.get(parts) ?? new Map<ArrivalStep, readonly SectionSpec[]>();
  known.set(parts, lists);
  const sections = lists.get(step) ?? step.sections.flatMap((name) => [...parts[name]]);
  lists.set(step, sections);
  return sections;
}

/** Returns the steps of the arrival wizard. The last step shows all answers and, below them, the statement. */
export function wizardSteps({ wizard = 'five', parts, mode, companions, review, doubts, after, nextTrip }: WizardParts): WizardStep<ArrivalValues>[] {
  const steps = arrivalSteps[wizard];
  const sectionsOf = (step: ArrivalStep) => sectionsIn(parts, step);
  const earlier = steps.slice(0, -1).map((step) => ({ ...step, parts: sectionsOf(step) }));
  const trips = nextTrip && earlier.map((step) => ({ step, ...splitForNextTrip(step.parts, nextTrip.faults) }));
  const stepOf = (field: string): string => steps.find((step) => step.fields.some((name) => field.split('.')[0] === name))?.id ?? '';
  return steps.map((step, index) => {
    const sections = sectionsOf(step);
    const asked = index < steps.length - 1 ? [] : (trips?.flatMap((each) => each.asked) ?? []);
    return {
      id: step.id,
      title: step.title,
      fields: [...pathsOf([...asked, ...sections]), ...step.fields],
      render: ({ goTo }) => {
        if (index < steps.length - 1) return <DocumentForm sections={sections} mode={mode} editable />;
        const statement = sections.filter((section) => section.id === 'statement');
        const own = sections.filter((section) => section.id !== 'statement');
        return (
          <>
            {nextTrip && trips ? (
              <NextTrip
                form={nextTrip.form}
                mode={mode}
                asked={[...asked, ...own]}
                shown={trips.map((each) => ({ ...each.step, parts: each.shown })).filter((each) => each.parts.length > 0)}
                companions={companions}
                goTo={goTo}
              />
            ) : (
              <>
                <DocumentForm sections={own} mode={mode} editable />
                {companions}
                <CheckHeading />
                <ArrivalReview steps={earlier} goTo={goTo} />
              </>
            )}
            {review}
            {doubts?.((field) => goTo(stepOf(field), field))}
            <DocumentForm sections={statement} mode={mode} editable />
            {after}
          </>
        );
      },
    };
  });
}

function CheckHeading() {
  return <Heading level={2}>{useText()(t.check)}</Heading>;
}
