import { l } from './texts.ts';

it('calls a membership by its name, a registration, as the document is titled', () => {
  for (const said of [l.membershipTitle, l.membershipIntro, l.saved]) {
    expect(said.en).toMatch(/registration/);
    expect(said.pt).toMatch(/inscrição/);
  }
});
