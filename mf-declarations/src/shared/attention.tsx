import { isYes, say } from '@portal/contract-kit';
import { formatMoney, InsetText, type Language, useLanguage, useText } from '@portal/web-kit';
import type { AnsweredQuestion } from './answer-rows.tsx';
import { shared } from './texts.ts';

/** The answers of a declaration that an officer looks at first. */
export interface NotableAnswers {
  hasMerchandise?: string;
  currencyStatus?: string;
  currencyAmount?: number;
  currencyCode?: string;
  declarations?: readonly AnsweredQuestion[];
  questions?: readonly AnsweredQuestion[];
}

/** Returns what an officer should notice in a declaration: merchandise, money, and every question that is answered with yes. */
export function attention(model: NotableAnswers, language: Language): string[] {
  const { hasMerchandise, currencyStatus, currencyAmount, currencyCode, declarations = [], questions = [] } = model;
  const money = formatMoney(currencyAmount, currencyCode, { minor: 0, language });
  return [
    ...(hasMerchandise === 'YES' ? [say(shared.carriesMerchandise, language)] : []),
    ...(currencyStatus === 'YES' ? [`${say(shared.carriesMoney, language)} ${money}`.trim()] : []),
    ...[...declarations, ...questions].filter(isYes).map(({ description = '' }) => `${say(shared.yes, language)}: ${description}`),
  ];
}

/** Shows these points as a list above the document, or nothing if there are none. */
export function Attention({ model }: { model: NotableAnswers }) {
  const text = useText();
  const { language } = useLanguage();
  const lines = attention(model, language);
  if (lines.length === 0) return null;
  return (
    <InsetText>
      <p className="govuk-body govuk-!-font-weight-bold">{text(shared.attention)}</p>
      <ul className="govuk-list govuk-list--bullet">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </InsetText>
  );
}
