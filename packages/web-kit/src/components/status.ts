export type Tone = 'green' | 'blue' | 'amber' | 'red' | 'grey';

const tones: Record<string, Tone> = {
  APPROVED: 'green',
  CLEARED: 'green',
  COMPLETED: 'green',
  PAID: 'green',
  ARRIVED: 'blue',
  CREATED: 'blue',
  SUBMITTED: 'blue',
  REPLIED: 'blue',
  PROCESSING: 'blue',
  VERIFIED: 'blue',
  ASSESSED: 'blue',
  RECOMMENDED: 'blue',
  'SENT FOR APPROVAL': 'blue',
  QUERIED: 'amber',
  RETURNED: 'amber',
  REFERRED: 'amber',
  DUE: 'amber',
  UNPAID: 'amber',
  REJECTED: 'red',
  SUSPENDED: 'red',
  TERMINATED: 'red',
  DETAINED: 'red',
  PENDING: 'red',
  STORED: 'grey',
  'NOT DUE YET': 'grey',
  WITHDRAWN: 'grey',
};

/** Returns the tone of a status. The words carry the meaning; the tone supports it. */
export function statusTone(status: string): Tone {
  const known = tones[status];
  if (known) return known;
  if (/^(CONFIRMED|APPROVED)/.test(status)) return 'green';
  return /^PAID/.test(status) ? 'amber' : 'blue';
}

/** Returns the text key of a status: `SENT FOR APPROVAL` becomes `status.SENT_FOR_APPROVAL`. */
export const statusKey = (status: string): string => `status.${status.trim().replace(/\s+/g, '_')}`;
