import type { Bilingual, HelpAction, HelpKind } from '@portal/contract-kit';
import { SimpleTable, SummaryList, useKitText, useLanguage, useText } from '@portal/web-kit';
import { Glossary } from './glossary.tsx';
import { KeyTable } from './key-table.tsx';
import { type Chapter, inWords, type ShownPart } from './manual.ts';

const dayMinutes = 1_440;

/** Returns a function that describes an office time in words. Whole days are working days. */
export function useOfficeTime(): (minutes: number) => string {
  const text = useText();
  return (minutes) => {
    if (minutes >= dayMinutes) return text('help.days', { count: Math.round(minutes / dayMinutes) });
    return minutes % 60 === 0 ? text('help.hours', { count: minutes / 60 }) : text('help.minutes', { count: minutes });
  };
}

/** Describes an action as the workflow defines it. */
function Action({ action, level }: { action: HelpAction; level: 2 | 3 | 4 }) {
  const text = useText();
  const officeTime = useOfficeTime();
  const list = (words: readonly Bilingual[]): string => words.map((each) => text(each)).join(', ');
  const { label, from, to, begins, asks, comment, applicantReads, notBy, undoes, minutes, tells, download } = action;
  const fromWords = [...(begins ? [text('help.begins')] : []), ...(from === null ? [text('help.anyStatus')] : from.length ? [list(from)] : [])].join('; ');
  const toWords = download ? text('help.download') : undoes ? text('help.previous') : to.length ? list(to) : text('help.unchanged');
  const rows: [string, string][] = [
    ['help.from', fromWords],
    ['help.to', toWords],
    ...(asks.length ? [['help.asks', list(asks)] as [string, string]] : []),
    ...(comment
      ? [['help.comment', `${text(`help.comments.${comment}`)} ${text(applicantReads ? 'help.applicantReads' : 'help.staffReads')}`] as [string, string]]
      : []),
    ...(notBy.length ? [['help.fourEyes', text('help.notBy', { actions: list(notBy) })] as [string, string]] : []),
    ...(undoes ? [['help.undoes', text('help.undoesMore', { actions: list(undoes.actions), count: undoes.minutes })] as [string, string]] : []),
    ...(minutes && !download ? [['help.clock', officeTime(minutes)] as [string, string]] : []),
    ...(tells.length ? [['help.tells', list(tells)] as [string, string]] : []),
  ];
  const Title = `h${level}` as 'h2';
  return (
    <section className="shell-help__action">
      <Title className="govuk-heading-s">{text(label)}</Title>
      <SummaryList rows={rows.map(([name, value]) => ({ label: name, value }))} />
    </section>
  );
}

/** Describes a kind of document: its usual steps, its statuses, and what the reader may do. */
function Kind({ kind, level }: { kind: HelpKind; level: 2 | 4 }) {
  const text = useText();
  const officeTime = useOfficeTime();
  const Title = `h${level}` as 'h2';
  return (
    <>
      {kind.ways.map((way, i) => {
        const caption = kind.ways.length > 1 ? text('help.wayNumber', { number: i + 1 }) : text('help.way');
        return (
          <SimpleTable
            key={i}
            caption={caption}
            rows={way.map((step, n) => ({ ...step, n: n + 1 }))}
            rowKey={({ n }) => String(n)}
            columns={[
              { title: 'help.step', render: ({ label }) => text(label) },
              { title: 'help.thenStatus', render: ({ status }) => text(status) },
              { title: 'help.clock', render: ({ minutes }) => (minutes ? officeTime(minutes) : '–') },
              { title: 'help.yours', render: ({ mine }) => (mine ? text('help.yes') : '–') },
            ]}
          />
        );
      })}
      <Title className="govuk-heading-s">{text('help.statuses')}</Title>
      <p className="govuk-body">{kind.statuses.map((status) => text(status)).join(' · ')}</p>
      {kind.reminders.length ? <p className="govuk-body">{text('help.reminders', { events: kind.reminders.map((each) => text(each)).join('; ') })}</p> : null}
      <Title className="govuk-heading-m">{text('help.actions')}</Title>
      {kind.actions.length === 0 ? <p className="govuk-body">{text('help.noActions')}</p> : null}
      {kind.actions.map((action) => (
        <Action key={action.name} action={action} level={level === 2 ? 3 : 4} />
      ))}
    </>
  );
}

/** A part of the manual. @param level level of its headings */
export function Part({ chapter, shown: { part, actions, kind }, level }: { chapter: Chapter; shown: ShownPart; level: 2 | 4 }) {
  const text = useText();
  const kit = useKitText();
  const { language } = useLanguage();
  const words = (each: Bilingual): string => inWords(chapter, each, { text, kit });
  if (kind) return <Kind kind={kind} level={level} />;
  if (!part) return null;
  const { about = [], steps = [], picture } = part;
  return (
    <>
      {about.map((each) => (
        <p key={each.en} className="govuk-body">
          {words(each)}
        </p>
      ))}
      {steps.length ? (
        <ol className="govuk-list govuk-list--number">
          {steps.map((each) => (
            <li key={each.en}>{words(each)}</li>
          ))}
        </ol>
      ) : null}
      {picture ? (
        <img
          className="shell-help__picture"
          src={`${chapter.pictures}/${picture.file}.${language === 'pt' ? 'pt' : 'en'}.png`}
          alt={text(picture.alt)}
          width={picture.width}
          height={picture.height}
          loading="lazy"
        />
      ) : null}
      {part.id === 'keys' ? <KeyTable /> : null}
      {part.id === 'words' ? <Glossary /> : null}
      {actions.map((action) => (
        <Action key={action.name} action={action} level={level} />
      ))}
    </>
  );
}
