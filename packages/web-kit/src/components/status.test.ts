import { statusKey, statusTone } from './status.ts';

describe('the colour of a status', () => {
  it('is green for completed, primary for processing and red for pending steps', () => {
    expect(['COMPLETED', 'PROCESSING', 'PENDING'].map(statusTone)).toEqual(['green', 'blue', 'red']);
  });

  it.each([
    ['STORED', 'grey'],
    ['SUBMITTED', 'blue'],
    ['WITHDRAWN', 'grey'],
    ['QUERIED', 'amber'],
    ['VERIFIED', 'blue'],
    ['REJECTED', 'red'],
    ['ASSESSED', 'blue'],
    ['APPROVED', 'green'],
    ['SUSPENDED', 'red'],
    ['REPLIED', 'blue'],
    ['RECOMMENDED', 'blue'],
    ['RETURNED', 'amber'],
    ['SENT FOR APPROVAL', 'blue'],
    ['PAID FOR APPROVAL', 'amber'],
    ['CONFIRMED FOR EXIT', 'green'],
  ])('%s is %s', (status, tone) => expect(statusTone(status)).toBe(tone));

  it('has words under a key without spaces', () => expect(statusKey('SENT FOR APPROVAL')).toBe('status.SENT_FOR_APPROVAL'));
});
