import { type SummaryRow, useFormat, useText } from '@portal/web-kit';
import { type Model, type SectionSpec, useWatch } from '@portal/web-kit/forms';
import { type ArrivalStep, type GoodsRow, goodsRows } from 'svc-declarations/contract';
import { ReviewCard } from '../shared/review.tsx';

export interface ReviewStep extends ArrivalStep {
  parts: readonly SectionSpec[];
}

interface ArrivalReviewProps {
  steps: readonly ReviewStep[];
  goTo(step: string, field?: string): void;
  /** Whether all groups are open at first. */
  isOpen?: boolean;
}

/** All answers of the earlier steps. Each row has a Change link. */
export function ArrivalReview({ steps, goTo, isOpen }: ArrivalReviewProps) {
  const text = useText();
  const format = useFormat();
  const model = useWatch() as Model;
  const seen = (part: SectionSpec) => part.visible?.(model, 'view') ?? true;
  return steps.map((step) => {
    const lists = step.parts.filter(seen).flatMap((part) => part.lists ?? []);
    const goods: SummaryRow[] = (lists.includes('goods') ? ((model.goods as GoodsRow[] | undefined) ?? []) : [])
      .filter((row) => row.description)
      .map((row, index) => ({
        label: `${text(goodsRows.title)} ${index + 1}`,
        value: [
          row.description,
          row.quantity ? `× ${format.number(row.quantity)}` : '',
          row.value ? `${format.number(row.value)} ${row.currencyCode ?? ''}` : '',
        ]
          .filter(Boolean)
          .join(', '),
        change: { onClick: () => goTo(step.id, 'goods') },
      }));
    return (
      <ReviewCard
        key={step.id}
        title={step.title}
        sections={step.parts}
        model={model}
        onChange={(field) => goTo(step.id, field)}
        questions={lists.filter((name) => name === 'questions' || name === 'declarations')}
        more={goods}
        isOpen={isOpen}
      />
    );
  });
}
