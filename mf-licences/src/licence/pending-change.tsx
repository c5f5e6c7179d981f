import { NotificationBanner, SimpleTable, useFormat, useText } from '@portal/web-kit';
import { type FieldSpec, FieldValue, FormProvider, type Model, useForm } from '@portal/web-kit/forms';
import type { ReactNode } from 'react';
import { changeableFields, type LicenceDirector, type LicenceDocument, type LicenceMedia } from 'svc-licences/contract';
import { Photo } from './photo.tsx';
import { licenceSections } from './sections.tsx';
import { t } from './texts.ts';

const specs = new Map(licenceSections([]).flatMap((section) => (section.fields ?? []).map((field) => [field.name, field] as const)));
const listLabels = { photoInstance: t.sectionPhoto, medias: t.sectionScans, directors: t.sectionDirectors } as const;
type ListName = keyof typeof listLabels;

const isList = (name: string): name is ListName => name in listLabels;
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** Shows one photo in a form of its own, because the form of the page holds another photo. */
function OnePhoto({ uid }: { uid: unknown }) {
  const form = useForm({ defaultValues: { photoInstance: uid } });
  return (
    <FormProvider {...form}>
      <Photo editable={false} />
    </FormProvider>
  );
}

function shownOf(name: string, model: Model): ReactNode {
  const value = model[name];
  if (name === 'photoInstance') return value ? <OnePhoto uid={value} /> : undefined;
  if (name === 'medias' || name === 'directors') return ((value ?? []) as (LicenceMedia | LicenceDirector)[]).map((row) => row.name).join(', ');
  return <FieldValue field={specs.get(name) as FieldSpec} model={model} mode="view" />;
}

/** Shows the change that another officer must confirm: each changed field with its current and its new value. */
export function PendingChange({ model }: { model: LicenceDocument }) {
  const text = useText();
  const format = useFormat();
  const { pendingChange } = model;
  if (!pendingChange?.action) return null;
  const [now, then] = [model as unknown as Model, pendingChange.values as unknown as Model];
  const changed = changeableFields[pendingChange.action].filter((name) => (isList(name) || specs.has(name)) && !same(now[name], then[name]));
  return (
    <NotificationBanner title={t.changeWaits}>
      <p className="govuk-notification-banner__heading">
        {text(pendingChange.action === 'adjustment' ? t.adjust : t.modify)}: {text(t.changeWaitsText)}
      </p>
      <p className="govuk-body">
        {text(t.askedBy)} {pendingChange.askedBy}, {format.dateTime(pendingChange.askedAt ?? '')}
      </p>
      <SimpleTable
        caption={t.changeTable}
        captionHidden
        rows={changed.map((name) => ({ name }))}
        rowKey={({ name }) => name}
        columns={[
          { title: t.changeField, render: ({ name }) => text(isList(name) ? listLabels[name] : (specs.get(name)?.label ?? name)) },
          { title: t.changeFrom, render: ({ name }) => shownOf(name, now) },
          { title: t.changeTo, render: ({ name }) => shownOf(name, then) },
        ]}
      />
    </NotificationBanner>
  );
}
