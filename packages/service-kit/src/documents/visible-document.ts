/** Limits a document to what one caller may see. */
import { type DocumentActionEntry, L, type Language } from '@portal/contract-kit';
import { type Access, withoutFields } from '../access/access.ts';
import { type Call, publicActor } from '../auth/actor.ts';
import { localise } from '../http/problems.ts';
import type { AnyDefinition, ServerFields } from './document-definition.ts';
import type { DocumentKit } from './document-kit.ts';
import { isToApplicant } from './workflow.ts';

/** The parts of the document service that these functions use. */
interface Documents<Model extends ServerFields> {
  definition: Pick<AnyDefinition<Model>, 'access' | 'contract' | 'workflow' | 'project'>;
  kit: Pick<DocumentKit, 'calendar' | 'catalogues' | 'settings'>;
}

const thePublic = L('Public', 'Público');
/** Returns the name of the person who did an action; for the public a word in the reader's language. */
export const shownName = (name: string, language: Language): string => (name === publicActor.name ? localise(thePublic, language) : name);

/** Returns the fields of the groups that a caller may not see. */
export const hiddenFields = ({ contact, files, office }: AnyDefinition['access'], access: Access): readonly string[] => [
  ...(access.sees('contact') ? [] : contact),
  ...(access.sees('files') ? [] : files),
  ...(access.sees('office') ? [] : office),
];

/** Returns the part of a document that the caller may see, in the caller's language. @param asked the id or key by which the caller named it */
export function visibleDocument<Model extends ServerFields>(
  { definition, kit }: Documents<Model>,
  model: Model,
  access: Access,
  call: Call,
  asked = model.id,
): Model {
  const { byId = [] } = definition.access;
  const hidden = [
    ...hiddenFields(definition.access, access),
    ...(asked === model.id ? [] : byId),
    // Stored only to compare officers; no caller may see it.
    ...(model.doneBy !== undefined ? ['doneBy'] : []),
  ];
  const shown = kit.catalogues.localised(
    definition.contract,
    hidden.length ? withoutFields(model, hidden) : model,
    call.language,
    kit.calendar.heldDayOf(model),
  );
  const [registration] = model.actions;
  // The public sees the office instead of the officer, even where an officer registered the document at the counter.
  const atCounter = !access.seesOfficers && !access.has('owner') && shown.applicantUser && registration && !isApplicants(model, registration);
  const applicant = atCounter ? { applicantUser: { ...shown.applicantUser, name: officeName({ definition, kit }, model, call.language) } } : {};
  return { ...shown, ...applicant, id: asked, actions: visibleActions({ definition, kit }, model, access, call.language) };
}

/** Returns the actions done on a document, without the parts that the reader may not see. The public sees the agency's name instead of the officer's. */
export function visibleActions<Model extends ServerFields>(
  documents: Documents<Model>,
  model: Model,
  access: Access,
  language: Language,
): DocumentActionEntry[] {
  const { actions } = documents.definition.workflow;
  return model.actions.map(({ language: _reads, ...entry }) => {
    const name = entry.action ?? Object.keys(actions).find((key) => actions[key]?.label.en === entry.operation);
    const rule = name === undefined ? undefined : actions[name];
    const operation = rule ? localise(rule.label, language) : entry.operation;
    if (access.seesOfficers) return { ...entry, operation, user: { ...entry.user, name: shownName(entry.user.name, language) } };
    const { requirementCode: _about, files: _brought, ...line } = entry;
    // The conversation between office and applicant is shown neither to the holder of a finder's key nor to staff who may not read the document.
    const reads = access.mayRead('thread') && ((rule && isToApplicant(rule, entry.status)) || isApplicants(model, entry));
    return {
      ...(reads ? entry : line),
      operation,
      details: reads ? entry.details : '',
      user: { name: doerShown(documents, model, entry, language), mobile: '', email: '' },
    };
  });
}

/** Whether the applicant did an action. */
function isApplicants(model: ServerFields, { capacity, user }: DocumentActionEntry): boolean {
  return capacity ? capacity === 'applicant' : user.name === 'Public' || user.name === model.applicantUser?.name;
}

/** Returns the name that the public sees for the person who did an action. */
export function doerShown<Model extends ServerFields>(documents: Documents<Model>, model: Model, entry: DocumentActionEntry, language: Language): string {
  return isApplicants(model, entry) ? shownName(entry.user.name, language) : officeName(documents, model, language);
}

/** Returns the name of the office that handles a document. */
export function officeName<Model extends ServerFields>({ definition, kit }: Documents<Model>, model: Model, language: Language): string {
  return kit.catalogues.cachedNameOf('agencies', definition.project(model).agencyCode, language) ?? kit.settings.productName;
}
