import { laneHelp, mustSpeakToOfficer } from './lane.ts';

it.each<[string, Parameters<typeof mustSpeakToOfficer>[0], boolean]>([
  ['who declares nothing', { currencyStatus: 'NO', questions: [{ answer: 'NO' }], declarations: [{ answer: 'NO' }] }, false],
  ['whose form has no questions', { currencyStatus: 'NO' }, false],
  ['who declares money', { currencyStatus: 'YES' }, true],
  ['who answers a question with yes', { questions: [{ answer: 'NO' }, { answer: 'YES' }] }, true],
  ['who answers a declaration with yes', { declarations: [{ answer: 'YES' }] }, true],
])('a traveller %s speaks to an officer in either lane: %p', (_who, declared, speaks) => expect(mustSpeakToOfficer(declared)).toBe(speaks));

it.each<[string, Parameters<typeof laneHelp>[0], string | undefined]>([
  ['the green lane walks through', { lane: 'GREEN', documentStatus: 'CREATED' }, 'walk through'],
  ['the green lane with declared money first tells an officer', { lane: 'GREEN', tellsOfficer: true }, 'first tell an officer what you declared'],
  ['the red lane goes to inspection', { lane: 'RED', documentStatus: 'ARRIVED' }, 'go to inspection'],
  ['the red lane with declared money goes to inspection', { lane: 'RED', tellsOfficer: true }, 'go to inspection'],
  ['nobody is told where to go after the clearance', { lane: 'RED', documentStatus: 'CLEARED' }, undefined],
  ['nobody is told where to go after a referral', { lane: 'GREEN', documentStatus: 'REFERRED' }, undefined],
  ['nobody is told where to go after a detention', { lane: 'RED', documentStatus: 'DETAINED' }, undefined],
])('%s', (_what, declaration, help) => expect(laneHelp(declaration)?.en).toBe(help));
