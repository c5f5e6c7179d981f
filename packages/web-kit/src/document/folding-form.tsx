import { memo, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import { Heading } from '../components/content.tsx';
import { Text } from '../components/text.tsx';
import { type ContractErrors, errorsOf } from '../contract/use-contract-errors.ts';
import { useKitText, useText } from '../language/i18n.ts';
import { SectionFields, SectionPassport } from './document-form.tsx';
import type { Model, SectionSpec } from './field-spec.ts';
import { pathsOf, shownFields, shownSections } from './sections.ts';

interface FoldingFormProps<Section extends SectionSpec & { id: string }> {
  sections: readonly Section[];
  mode: string;
  contract: ContractErrors;
  /** Ids of the sections that do not collapse, because everybody must see them. Pass the same array at each rendering. */
  unfolded?: readonly string[];
}

const everySectionFolds: readonly string[] = [];

/**
 * A long form on one page. On a phone its sections collapse: the page lists the sections with the number of missing answers in each, and one section is open at
 * first. On a wide screen all sections are open, as in `DocumentForm`.
 */
function Folding<Section extends SectionSpec & { id: string }>({ sections, mode, contract, unfolded = everySectionFolds }: FoldingFormProps<Section>) {
  const kit = useKitText();
  const text = useText();
  const { control } = useFormContext();
  const model = useWatch({ control }) as Model;
  const shown = shownSections(sections, model, mode);
  const isEditable = (section: Section) => section.editable?.(model, mode) ?? false;
  const folds = ({ id }: Section) => !unfolded.includes(id);
  const parts = shown.filter(folds);
  const [open, setOpen] = useState<readonly string[]>(() => parts.slice(0, 1).map(({ id }) => id));

  const problems = contract.peek();
  const missingIn = (section: Section) => errorsOf(problems, pathsOf([section])).length;
  // A section is shown as complete only if it asks for something: it has required fields, or an answer was missing earlier.
  const wasMissing = useRef(new Set<string>());
  for (const part of parts) if (missingIn(part) > 0) wasMissing.current.add(part.id);
  const asks = (section: Section) =>
    wasMissing.current.has(section.id) ||
    shownFields([section], model, mode).some(({ required }) => (typeof required === 'function' ? required(model, mode) : required));
  const asking = parts.filter(asks);

  const latest = useRef({ parts, toggle: '' });
  latest.current.parts = parts;
  useEffect(() => {
    const wrong = latest.current.parts.filter((part) =>
      contract.errors.some(({ field }) => field && errorsOf([{ field, code: '', message: '' }], pathsOf([part])).length > 0),
    );
    if (wrong.length > 0) setOpen((before) => [...new Set([...before, ...wrong.map(({ id }) => id)])]);
  }, [contract.errors]);
  // When one section has collapsed, the page scrolls to the top of the next one.
  useEffect(() => {
    const { toggle } = latest.current;
    latest.current.toggle = '';
    const button = open.includes(toggle) ? document.getElementById(`${toggle}-toggle`) : null;
    button?.scrollIntoView({ block: 'start' });
    button?.focus({ preventScroll: true });
  }, [open]);

  return (
    <>
      {shown.map((section) => {
        const { id, title } = section;
        const fields = <SectionFields fields={shownFields([section], model, mode)} model={model} mode={mode} open={isEditable(section)} />;
        const rest = section.render?.({ mode, model, editable: isEditable(section) });
        const folding = folds(section);
        const isOpen = !folding || open.includes(id);
        const missing = missingIn(section);
        const next = folding ? parts[parts.indexOf(section) + 1] : undefined;
        return (
          <section
            key={id}
            className={`portal-card${folding ? ` portal-part${isOpen ? ' portal-part--open' : ''}` : ''}`}
            id={id}
            aria-labelledby={`${id}-title`}
          >
            <div className="portal-card__header">
              <Heading id={`${id}-title`}>
                <span className={folding ? 'portal-part__title' : undefined}>
                  <Text label={title} />
                </span>
                {folding ? (
                  <button
                    type="button"
                    className="portal-part__toggle"
                    id={`${id}-toggle`}
                    aria-expanded={isOpen}
                    aria-controls={`${id}-body`}
                    onClick={() => setOpen(isOpen ? open.filter((each) => each !== id) : [...open, id])}
                  >
                    <Text label={title} />
                    {missing > 0 || asks(section) ? (
                      <span className={`portal-part__state${missing > 0 ? '' : ' portal-part__state--done'}`}>
                        {missing > 0 ? kit('parts.missing', { count: missing }) : kit('parts.complete')}
                      </span>
                    ) : null}
                  </button>
                ) : null}
              </Heading>
            </div>
            <div className="portal-card__body" id={`${id}-body`}>
              {section.passport && isEditable(section) ? <SectionPassport passport={section.passport} model={model} /> : null}
              {fields}
              {rest}
              {next ? (
                <div className="portal-part__next">
                  <Button
                    variant="secondary"
                    onClick={() => {
                      latest.current.toggle = next.id;
                      setOpen([...open.filter((each) => each !== id && each !== next.id), next.id]);
                    }}
                  >
                    {kit('parts.next', { title: text(next.title) })}
                  </Button>
                </div>
              ) : null}
            </div>
          </section>
        );
      })}
      {asking.length > 0 ? (
        <p className="portal-part__progress">{kit('parts.progress', { done: asking.filter((part) => missingIn(part) === 0).length, count: asking.length })}</p>
      ) : null}
    </>
  );
}

/** The folding form. It does not render again while its properties stay the same. */
export const FoldingForm = memo(Folding) as typeof Folding;
