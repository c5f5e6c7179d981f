import { mostTravellers } from 'svc-declarations/contract';
import type { Adult } from './answers-choice.tsx';
import { type GroupKind, isAdult, personName } from './group-form.ts';
import type { Companion } from './group-values.ts';
import { PersonForm } from './person-form.tsx';
import { t } from './texts.ts';
import type { PageProps } from './use-group.tsx';

/** Page of a person who was added to a new declaration. Every answer is stored in the draft of the whole form while it is typed. */
export function CompanionPage({ kind, form, person, wanted, sets, draft, caption, open, close }: PageProps & { kind: GroupKind }) {
  const index = person - 2;
  const values = form.getValues();
  const others = (): Companion[] => form.getValues('travellers') ?? [];
  const adults = [values, ...others()].flatMap((each, place): Adult[] =>
    isAdult(each) && place !== person - 1 ? [{ place, name: personName(each) || String(place + 1) }] : [],
  );
  /** Leaves the page. A person without a single answer is removed from the list. */
  const leave = () => {
    if (Object.keys(others()[index] ?? {}).length === 0)
      form.setValue(
        'travellers',
        others().filter((_each, place) => place !== index),
        { shouldDirty: true },
      );
    close();
  };
  const another = () => {
    form.setValue('travellers', [...others(), {}], { shouldDirty: true });
    open(others().length + 1);
  };
  return (
    <PersonForm
      kind={kind}
      first={values}
      start={others()[index] ?? {}}
      adults={adults}
      sets={sets}
      draft={draft}
      title={t.person(person, others().length + 1)}
      caption={caption}
      back={leave}
      wanted={wanted}
      onChange={(own, noneOfUs) => {
        form.setValue(`travellers.${index}`, own, { shouldDirty: true });
        if (noneOfUs !== (form.getValues('noneOfUs') ?? '')) form.setValue('noneOfUs', noneOfUs, { shouldDirty: true });
      }}
      actions={[{ label: t.save, run: close }, ...(others().length + 1 < mostTravellers ? [{ label: t.saveAndAdd, run: another }] : [])]}
    />
  );
}
