import { background, useQuery } from '@portal/web-kit';
import { shellApi } from '../../areas/clients.ts';

export const periods = { today: 'TODAY', week: 'TODAY-6', month: 'TODAY-29', quarter: 'TODAY-89' } as const;
export type Period = keyof typeof periods;

export type Dimension = 'hour' | 'status' | 'lane' | 'entryPoint' | 'officer' | 'age';
/** A count: how many documents or actions of a kind have these values. */
export type Row = { kind: string; count: number; userName?: string; statusName?: string } & Partial<Record<Dimension, string | null>>;

interface Ends {
  from: string | null;
  to: string | null;
}

export interface Numbers {
  records: Row[];
  kinds: { kind: string; officers: 'ALL' | 'ME'; counted: string }[];
  timeZone: string;
  span: Ends;
  ages?: ({ age: string } & Ends)[];
  incomplete?: true;
}

export interface Office {
  /** Time at which the queues were counted. A service of an earlier release does not return it. */
  at?: string;
  /** Of the `count` cases, `overdue` are late and `unlimited` have no due time. A service of an earlier release does not return `unlimited`. */
  queues: { kind: string; status: string; statusName: string; count: number; oldest: string | null; overdue: number; unlimited?: number }[];
  steps: { kind: string; action: string; actionName: string; done: number; onTime: number }[];
  overrides: { kind: string; lane: string; status: string; statusName: string; count: number }[];
  /** A service of an earlier release does not return them. */
  laneRules?: { kind: string; rule: string; ruleName: string; hits: number; overridden: number }[];
}

/** All numbers of an area that the board shows. */
export interface AreaNumbers {
  hours: Numbers;
  statuses: Numbers;
  points: Numbers;
  officers: Numbers;
  ages: Numbers;
  office: Office;
}

/** Loads the numbers of an area. If an area does not answer, only its own charts are missing. */
export function useAreaNumbers(prefix: string, period: Period) {
  return useQuery({
    queryKey: ['board', prefix, period],
    queryFn: async ({ signal }): Promise<AreaNumbers> => {
      const api = shellApi(prefix);
      const from = periods[period];
      const by = (what: string, more: object = { from }) => api.get<Numbers>('/v1/statistics', { query: { by: what, ...more }, signal, headers: background });
      const [hours, statuses, points, officers, ages, office] = await Promise.all([
        by('hour,lane'),
        by('status'),
        by('entryPoint'),
        by('officer'),
        by('age', {}),
        api.get<{ model: Office }>('/v1/statistics/office', { query: { from }, signal, headers: background }),
      ]);
      return { hours, statuses, points, officers, ages, office: office.model };
    },
    staleTime: 30_000,
    refetchInterval: 60_000,
    retry: false,
  });
}

/** Returns the counts by lane and hour of the day: for each lane 24 numbers, for the hours 0 to 23 in the offices' time zone, whose clocks must differ from UTC by whole hours. */
export function byHourOfDay(rows: readonly Row[], timeZone: string): Map<string, number[]> {
  const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  const lanes = new Map<string, number[]>();
  for (const { hour, lane, count } of rows) {
    const numbers = lanes.get(lane ?? '') ?? Array.from({ length: 24 }, () => 0);
    const at = Number(hourOf.format(new Date(`${hour}Z`)));
    numbers[at] = (numbers[at] ?? 0) + count;
    lanes.set(lane ?? '', numbers);
  }
  return lanes;
}
