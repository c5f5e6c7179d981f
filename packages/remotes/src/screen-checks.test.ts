import { describe, expect, it } from '@jest/globals';
import { sha384 } from './build-files.ts';
import { publish } from './publish.ts';
import { htmlFault, readScreen } from './screen-checks.ts';
import { aBuild, aDeployment, type TestBuild } from './testing/test-build.ts';

describe('the HTML of a screen', () => {
  it.each([
    '<p>Text</p>',
    '<!--$--><div class="a > b"><input value="1" disabled=""><br/></div><!--/$-->',
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
    '<a href="/x/\uE0001\uE001" title="\uE0002\uE001">\uE0003\uE001</a>',
    '<a href="/x" title="onclick=1">on = off &lt;script&gt;</a>',
  ])('may be %s', (html) => {
    expect(htmlFault(html)).toBeUndefined();
  });

  it.each([
    ['<script>1</script>', 'holds the element <script>'],
    ['<!--><script>1</script>-->', 'holds a comment'],
    ['<!-- a word -->', 'holds a comment'],
    ['<SCRIPT src="/x.js"></SCRIPT>', 'holds the element <script>'],
    ['<iframe src="/x"></iframe>', 'holds the element <iframe>'],
    ['<base href="/x">', 'holds the element <base>'],
    ['<style>p{}</style>', 'holds the element <style>'],
    ['<p onclick="x()">a</p>', 'holds a handler'],
    ['<a href="javascript:x()">a</a>', 'holds an address that runs code'],
    ['<form action=" javascript:x()"></form>', 'holds an address that runs code'],
    // The placeholder at the start of an address could be filled with any address.
    ['<a href="\uE0001\uE001">a</a>', 'holds an address that runs code'],
    ['<div><p>a</p>', 'leaves <div> open'],
    ['<p>a</p></div></main>', 'closes <div>, which is not open'],
    ['<div><span></div></span>', 'closes <div>, which is not open'],
  ])('may not be %s', (html, fault) => {
    expect(htmlFault(html)).toMatch(fault);
  });

  it('is read only when it is the signed file', () => {
    const bytes = Buffer.from(JSON.stringify({ title: 'Trips', html: '<p>Trips</p>' }));
    expect(readScreen(bytes, sha384(bytes))).toEqual({ title: 'Trips', html: '<p>Trips</p>' });
    expect(readScreen(bytes, sha384('other'))).toBeUndefined();
    expect(readScreen(bytes, undefined)).toBeUndefined();
    const broken = Buffer.from('{"title":1}');
    expect(readScreen(broken, sha384(broken))).toBeUndefined();
  });
});

describe('the gate refuses a build', () => {
  const refusal = async (change: (build: TestBuild) => void): Promise<string> =>
    publish({ ...aDeployment(), area: 'mf-trips', dir: await aBuild({}, change) }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  const screens = (build: TestBuild) => build.remote.screens ?? {};
  const withHtml = (build: TestBuild, html: string): void => {
    build.files['screens/trip.en.json'] = JSON.stringify({ title: 'Trips', html });
    build.remote.integrity[`/remotes/mf-trips/${build.remote.version}/screens/trip.en.json`] = sha384(build.files['screens/trip.en.json']);
  };

  it('never, when its screens are drawn', async () => {
    expect(await refusal(() => undefined)).toBe('accepted');
  });
  it('whose screen runs code', async () => {
    expect(await refusal((build) => withHtml(build, '<p><script>1</script></p>'))).toMatch(/screens\/trip\.en\.json: the HTML holds the element <script>/);
  });
  it('whose screen breaks out of its place', async () => {
    expect(await refusal((build) => withHtml(build, '</div><p>Trips</p>'))).toMatch(/closes <div>, which is not open/);
  });
  it('whose screen was changed after the build', async () => {
    const change = (build: TestBuild): void => {
      build.files['screens/trip.en.json'] = JSON.stringify({ title: 'Trips', html: '<p>Pay here</p>' });
    };
    expect(await refusal(change)).toMatch(/screens\/trip\.en\.json: the file is not the one that was built/);
  });
  it('whose screen lacks a language', async () => {
    const change = (build: TestBuild): void => {
      for (const screen of Object.values(screens(build))) delete screen.html.pt;
    };
    expect(await refusal(change)).toMatch(/the screen "\/triptic\/trip" has no HTML in "pt"/);
  });
  it('with a screen at the address of another area', async () => {
    const change = (build: TestBuild): void => {
      build.remote.screens = { '/licenser/professional': Object.values(screens(build))[0] as NonNullable<TestBuild['remote']['screens']>[string] };
    };
    expect(await refusal(change)).toMatch(/the screen "\/licenser\/professional" lies outside the area's prefixes/);
  });
  it('whose screen for other settings lacks a language, runs code or lies elsewhere', async () => {
    const withVariant = (html: Record<string, string>) => (build: TestBuild) => {
      for (const screen of Object.values(screens(build))) screen.variants = [{ html, settings: { product: 'Douane' } }];
    };
    const base = (build: TestBuild) => `/remotes/mf-trips/${build.remote.version}/screens/`;
    expect(await refusal((build) => withVariant({ en: `${base(build)}trip.en.json` })(build))).toMatch(/the screen "\/triptic\/trip" has no HTML in "pt"/);
    expect(await refusal(withVariant({ en: '/remotes/mf-trips/0.9.0/screens/trip.en.json' }))).toMatch(/lies outside/);
    const code = (build: TestBuild): void => {
      const file = `${base(build)}trip.two.en.json`;
      build.files['screens/trip.two.en.json'] = JSON.stringify({ title: 'Trips', html: '<script>1</script>' });
      build.remote.integrity[file] = sha384(build.files['screens/trip.two.en.json']);
      withVariant({ en: file, pt: `${base(build)}trip.pt.json` })(build);
    };
    expect(await refusal(code)).toMatch(/trip\.two\.en\.json: the HTML holds the element <script>/);
  });
  it('with a screen from another version', async () => {
    const change = (build: TestBuild): void => {
      for (const screen of Object.values(screens(build))) screen.html.en = '/remotes/mf-trips/0.9.0/screens/trip.en.json';
    };
    expect(await refusal(change)).toMatch(/"\/remotes\/mf-trips\/0\.9\.0\/screens\/trip\.en\.json" lies outside/);
  });

  const ofDocument = (build: TestBuild, html: string, address = '/triptic/trip/:id', document = '/v1/triptic/trip'): void => {
    for (const language of ['en', 'pt']) {
      const file = `screens/trip.${language}.json`;
      build.files[file] = JSON.stringify({
        cases: [
          { title: 'Trip', html: '<p></p>', assumes: [] },
          { title: 'Trip', html, assumes: [] },
        ],
      });
      build.remote.integrity[`/remotes/mf-trips/${build.remote.version}/${file}`] = sha384(build.files[file]);
    }
    build.remote.screens = { [address]: { ...(Object.values(screens(build))[0] as NonNullable<TestBuild['remote']['screens']>[string]), document } };
  };
  it('never, when its screens of one document are drawn', async () => {
    expect(await refusal((build) => ofDocument(build, '<p>\uE0000\uE001</p>'))).toBe('accepted');
  });
  it('whose screen of one document runs code in any of its cases', async () => {
    expect(await refusal((build) => ofDocument(build, '<script></script>'))).toMatch(/screens\/trip\.en\.json: the HTML holds the element <script>/);
  });
  it('whose list in a screen of one document runs code, or does not stay in its place', async () => {
    const withList = (html: string, row: string) => (build: TestBuild) => {
      ofDocument(build, '<p></p>');
      for (const language of ['en', 'pt']) {
        const file = `screens/trip.${language}.json`;
        build.files[file] = JSON.stringify({ cases: [{ title: 'Trip', html, assumes: [], list: { at: ['riders'], rows: [{ html: row, assumes: [] }] } }] });
        build.remote.integrity[`/remotes/mf-trips/${build.remote.version}/${file}`] = sha384(build.files[file]);
      }
    };
    expect(await refusal(withList('<ol>\uE000l\uE001</ol>', '<li>\uE0000\uE001</li>'))).toBe('accepted');
    expect(await refusal(withList('<ol>\uE000l\uE001</ol>', '<li><script></script></li>'))).toMatch(/holds the element <script>/);
    expect(await refusal(withList('<ol>\uE000l\uE001</ol>', '</ol><ol>'))).toMatch(/closes <ol>, which is not open/);
    expect(await refusal(withList('<ol title="\uE000l\uE001"></ol>', '<li class="x"></li>'))).toMatch(/holds a list among attributes/);
  });
  it('whose screen of one document names no document', async () => {
    expect(await refusal((build) => ofDocument(build, '<p></p>', '/triptic/trip'))).toMatch(/names no kind of document/);
    expect(await refusal((build) => ofDocument(build, '<p></p>', '/triptic/trip/:id', '/../internal'))).toMatch(/names no kind of document/);
  });
  it('whose screen of one document was drawn for none', async () => {
    const change = (build: TestBuild): void => {
      for (const screen of Object.values(screens(build))) screen.document = '/v1/triptic/trip';
      build.remote.screens = { '/triptic/trip/:id': Object.values(screens(build))[0] as NonNullable<TestBuild['remote']['screens']>[string] };
    };
    expect(await refusal(change)).toMatch(/the screen "\/triptic\/trip\/:id" has no HTML in "en"/);
  });
});
