import { Card, formatMoney, SummaryList, useLanguage, useText } from '@portal/web-kit';
import { useWatch } from '@portal/web-kit/forms';
import type { CatalogueInfo } from 'svc-reference/contract';
import { languageName } from '../shared/differences.tsx';
import { t } from '../shared/texts.ts';
import { nameLanguages, sentenceCatalogues } from './names.ts';

/** Shows, while the user types, how the public will see the record in every language in which it has a name. */
export function Preview({ info }: { info: CatalogueInfo }) {
  const text = useText();
  const { language } = useLanguage();
  const values = useWatch() as { name?: string; names?: Record<string, string>; amount?: number | string | null; currencyCode?: string };
  const inTongues = [['en', values.name] as const, ...nameLanguages().map((tag) => [tag, values.names?.[tag]] as const)].flatMap(([tag, words]) =>
    words?.trim() ? [{ tag, words: words.trim() }] : [],
  );
  const amount = Number(values.amount);
  const drawn = (tag: string, words: string) => {
    const own = (
      <span lang={tag} dir="auto">
        {words}
      </span>
    );
    if (sentenceCatalogues.has(info.name))
      return (
        <span className="portal-catalogues__tick">
          <span aria-hidden="true">☐</span> {own}
        </span>
      );
    if (info.name !== 'fees') return own;
    return (
      <>
        {own} {Number.isFinite(amount) && values.currencyCode ? <strong>{formatMoney(amount, values.currencyCode, { language })}</strong> : null}
      </>
    );
  };
  return (
    <Card title={t.preview}>
      <p className="govuk-body portal-muted">{text(t.previewLead)}</p>
      <SummaryList
        compact
        rows={inTongues.map(({ tag, words }) => ({ label: { en: languageName(tag, 'en'), pt: languageName(tag, 'pt') }, value: drawn(tag, words) }))}
      />
    </Card>
  );
}
