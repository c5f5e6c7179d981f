import { type FieldError, type Language, say } from '@portal/contract-kit';
import { currentLanguage } from '@portal/web-kit';
import type { Model } from '@portal/web-kit/forms';
import { CompanionPage } from './companion-page.tsx';
import { Companions, CompanionsReview, sectionsFor } from './companions.tsx';
import { buildPersons, doubtsOf, faultsOf, type GroupKind, groupBody, personName, personNames } from './group-form.ts';
import { declarationOf } from './group-values.ts';
import { t } from './texts.ts';
import type { GroupParts } from './use-group.tsx';

/** Adds the name of the person to an error. */
const named = (person: Model, place: number, language: Language, { code, field, message }: FieldError): FieldError => ({
  code,
  field: `travellers.${place}.${field}`,
  message: `${personName(person) || say(t.unnamed(place + 1), language)}: ${message}`,
});

/** Matches a field of a person as the service names it, such as `travellers[2].expiryDate`. */
const fieldOfPerson = /^travellers\[(\d+)\]\.?(.*)$/;

/** Returns the parts of the group form for one kind of declaration. */
export const groupParts = (kind: GroupKind): GroupParts => ({
  List: (props) => <Companions kind={kind} {...props} />,
  Review: (props) => <CompanionsReview kind={kind} {...props} />,
  Page: (props) => <CompanionPage kind={kind} {...props} />,
  registration(values, language) {
    const sections = sectionsFor(kind)(declarationOf(values) as Model);
    const people = buildPersons(kind, values, () => sections);
    const faults = people.flatMap((each, place) =>
      place === 0 ? [] : faultsOf(kind, each, sections, language).map((fault) => named(values.travellers?.[place - 1] ?? {}, place, language, fault)),
    );
    return { faults, body: groupBody(kind, people) };
  },
  doubts(values, topicOf) {
    const sections = sectionsFor(kind)(declarationOf(values) as Model);
    return buildPersons(kind, values, () => sections).flatMap((each, place) =>
      place === 0
        ? []
        : doubtsOf(kind, each, sections, topicOf).map((doubt) => ({
            ...doubt,
            id: `${place} ${doubt.id}`,
            person: place + 1,
            name: personName(values.travellers?.[place - 1] ?? {}),
          })),
    );
  },
  errorsOf(errors, values) {
    const names = personNames(kind, sectionsFor(kind)(declarationOf(values) as Model));
    const seen = new Set<string>();
    return errors.flatMap((error): FieldError[] => {
      const [, at = '', field = ''] = fieldOfPerson.exec(error.field) ?? [];
      if (at === '') return [error];
      const place = Number(at);
      const isOwn = names.has(field.split(/[.[]/)[0] ?? '') || field === 'answeredBy' || field === '';
      if (place > 0 && isOwn) return [named(values.travellers?.[place - 1] ?? {}, place, currentLanguage(), { ...error, field })];
      // Show an error in a shared answer once, at the field in which the first person typed it.
      if (seen.has(`${error.code} ${field}`)) return [];
      seen.add(`${error.code} ${field}`);
      return [{ ...error, field }];
    });
  },
});
