import { valueAt } from '@portal/contract-kit';
import { useEffect, useState } from 'react';
import { useFormat } from '../language/format.ts';
import { addTexts, KIT, useKitText } from '../language/i18n.ts';
import { dueTexts } from './due.texts.ts';

// The texts are added here and not in the kit's index, so that a module that imports only these components gets them too.
addTexts(KIT, dueTexts);

const MINUTE = 60_000;

/** Expresses a length of time in its largest unit: minutes below two hours, hours below two days, then days. */
export function inLargestUnit(milliseconds: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE));
  if (minutes < 120) return { unit: 'minutes', count: minutes };
  return minutes < 2_880 ? { unit: 'hours', count: Math.floor(minutes / 60) } : { unit: 'days', count: Math.floor(minutes / 1_440) };
}

/** Returns the time of a date-time of the server, which is in UTC. */
export const timeOf = (value: string): number => Date.parse(`${value}Z`);

/** Returns the current time and updates it every minute, so that the durations in an open list stay right. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows by when the office must act: how long it is overdue, a time if it is today, or a day with a time. */
export function Due({ at, now }: { at: string | null | undefined; now: number }) {
  const kit = useKitText();
  const format = useFormat();
  if (!at) return null;
  const due = timeOf(at);
  if (due < now) {
    const { unit, count } = inLargestUnit(now - due);
    return <strong className="portal-due portal-due--over">{kit('due.over', { time: kit(`due.${unit}`, { count }) })}</strong>;
  }
  const isToday = new Date(due).toDateString() === new Date(now).toDateString();
  return <span className="portal-due">{isToday ? kit('due.at', { time: format.time(at) }) : `${format.shortDate(at)} ${format.time(at)}`}</span>;
}

/** Shows how long a case has been in its step. */
export function InStep({ since, now }: { since: string | null | undefined; now: number }) {
  const kit = useKitText();
  if (!since) return null;
  const { unit, count } = inLargestUnit(now - timeOf(since));
  return <>{kit(`due.${unit}`, { count })}</>;
}

/** A sign for cases that are overdue and were escalated to supervisors. */
export function Escalated({ row }: { row: object }) {
  const kit = useKitText();
  const format = useFormat();
  const at = valueAt(row, 'escalatedAt');
  if (typeof at !== 'string') return null;
  const words = kit('due.escalated', { time: `${format.shortDate(at)} ${format.time(at)}` });
  return <span className="portal-escalated" role="img" aria-label={words} title={words} />;
}
