import { offeredLanguages, SimpleTable, useFormat, useLanguage, useText } from '@portal/web-kit';
import type { CatalogueInfo, Difference } from 'svc-reference/contract';
import { t } from './texts.ts';

/** The field of a name in another language, and the column of a file for it. */
const LANGUAGE_OF_NAME = /^name(?:s\.|_)(.+)$/;

/** Returns the name of a language in the reader's language. */
export function languageName(tag: string, reader: string): string {
  const name = new Intl.DisplayNames([reader], { type: 'language' }).of(tag);
  // For a language that the browser does not know, `Intl.DisplayNames` returns the tag. Then show the language's own name.
  return name && name !== tag ? name : (offeredLanguages().find((each) => each.tag === tag)?.name ?? tag);
}

/** Returns a function that gives the label of a field, or of a column of a file. */
export function useFieldName(info: CatalogueInfo | undefined): (field: string) => string {
  const text = useText();
  const { language } = useLanguage();
  return (field) => {
    const tag = LANGUAGE_OF_NAME.exec(field)?.[1];
    if (tag) return text(t.nameIn(languageName(tag, language)));
    const known = { code: t.code, name: t.nameEnglish, effectiveFrom: t.effectiveFrom, effectiveTo: t.effectiveTo, retired: t.standings.RETIRED }[field];
    return text(known ?? info?.fields.find(({ name }) => name === field)?.label ?? field);
  };
}

/**
 * Returns a function that describes a fault of a field in the reader's language. For most kinds of fault it is the service's message, which says what is accepted,
 * with the label of the field in place of its name.
 */
export function useFaultWords(info: CatalogueInfo): (fault: { code?: string; field?: string; message: string }) => string {
  const text = useText();
  const nameOf = useFieldName(info);
  return ({ code = '', field, message }) => {
    if (field === undefined) return message;
    const words = t.faultWords[code];
    if (words) return text(words(nameOf(field)));
    return message.startsWith(field) ? `${nameOf(field)}${message.slice(field.length)}` : message;
  };
}

/** Returns a function that formats a value of a record for display. */
export function useShownValue(): (value: unknown) => string {
  const text = useText();
  return (value) => {
    if (value === null || value === undefined || value === '') return text(t.nothing);
    if (typeof value === 'boolean') return text(value ? t.yes : t.no);
    return Array.isArray(value) ? value.join('; ') : String(value);
  };
}

/** Shows the differences between two states of a record, field by field. */
export function Differences({ differences, info, of }: { differences: readonly Difference[]; info: CatalogueInfo | undefined; of: string }) {
  const text = useText();
  const format = useFormat();
  const nameOf = useFieldName(info);
  const shown = useShownValue();
  // Every content has a name: a content without one is no longer there.
  const removed = new Set(differences.flatMap(({ field, from, after }) => (field === 'name' && from && (after ?? '') === '' ? [from] : [])));
  return (
    <SimpleTable
      caption={{ en: `${text(t.difference)}: ${of}`, pt: `${text(t.difference)}: ${of}` }}
      captionHidden
      rows={differences}
      rowKey={({ field, from }) => `${from ?? ''} ${field}`}
      columns={[
        {
          title: t.field,
          render: ({ field, from }) => (
            <>
              {nameOf(field)} {from ? <span className="portal-muted">{text(t.from(format.date(from)))}</span> : null}
            </>
          ),
        },
        { title: t.before, render: ({ before }) => <span className="portal-muted">{shown(before)}</span> },
        { title: t.after, render: ({ from, after }) => (from && removed.has(from) ? text(t.removed) : shown(after)) },
      ]}
    />
  );
}
