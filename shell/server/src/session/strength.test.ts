import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';

const page = '<!doctype html><html lang="en"><head><!--PRELOAD--></head><body><div id="shell"></div><!--REGISTRY--></body></html>';

/** A browser that signs people in through the development provider, step by step. */
class Person extends TestBrowser {
  forms: string[] = [];

  /**
   * Follows redirects and fills in the forms of the provider.
   * @returns the last address
   */
  async follow(address: string, name: string, code = '123456'): Promise<string> {
    let at = address;
    this.forms = [];
    for (let answer = await this.open(at, navigation), steps = 0; steps < 20; steps++) {
      const { location } = answer.headers;
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(answer.text) ?? [];
      if (location) {
        at = location;
        answer = await this.open(at, navigation);
      } else if (action && this.forms.length < 4) {
        const asked = ['username', 'otp'].filter((field) => answer.text.includes(`id="${field}"`)).join();
        this.forms.push(asked);
        const fields = new URLSearchParams({
          ...(answer.text.includes('name="username"') ? { username: name, password: name } : {}),
          ...(asked === 'otp' ? { otp: code } : {}),
        });
        answer = await this.open(action, { ...navigation, 'content-type': 'application/x-www-form-urlencoded' }, { method: 'POST', body: String(fields) });
      } else break;
    }
    return at;
  }
  session = async () => JSON.parse((await this.open('/auth/session', script)).text) as { user: { sub: string } | null };
}

describe('a sign-in of staff', () => {
  let gateway: GatewayUnderTest;
  const tokens: Record<string, unknown>[] = [];
  const open = (more: Record<string, string>) =>
    openGateway(
      (request, response) => {
        const [, claims = ''] = String(request.headers.authorization).split('.');
        if (request.url === '/v1/look') tokens.push(JSON.parse(Buffer.from(claims, 'base64url').toString()));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      page,
      more,
    );
  afterEach(() => gateway?.close());

  it('asks officials for a second factor, and nobody else', async () => {
    gateway = await open({ OIDC_STAFF_ACR: '2' });
    const officer = new Person(gateway.origin);
    await officer.follow('/auth/login?returnTo=/staff', 'border-officer');
    expect(officer.forms).toEqual(['username', 'otp']);
    expect((await officer.session()).user?.sub).toBe('border-officer');
    const applicant = new Person(gateway.origin);
    await applicant.follow('/auth/login?returnTo=/staff', 'applicant');
    expect(applicant.forms).toEqual(['username']);
    expect((await applicant.session()).user?.sub).toBe('applicant');
  });

  it('begins no session before the second factor is given', async () => {
    gateway = await open({ OIDC_STAFF_ACR: '2' });
    const officer = new Person(gateway.origin);
    await officer.follow('/auth/login?returnTo=/staff', 'border-officer', '000000');
    expect((await officer.session()).user).toBeNull();
  });

  it('is refused where the provider does not give what is asked for', async () => {
    gateway = await open({ OIDC_STAFF_ACR: 'gold' });
    const officer = new Person(gateway.origin);
    expect(await officer.follow('/auth/login?returnTo=/staff', 'border-officer')).toMatch(/\/sign-in\?problem=failed/);
    expect((await officer.session()).user).toBeNull();
  });

  it('is confirmed with a second factor by who is signed in, for the services to see, and leads back', async () => {
    gateway = await open({ STEP_UP_ACR: '2', STEP_UP_MINUTES: '5' });
    const officer = await new Person(gateway.origin).signIn('licence-approver');
    const look = async () => {
      await officer.open('/api/licences/v1/look', { ...script, 'x-area-token': String(officer.tokens['mf-licences']) });
      return tokens.at(-1);
    };
    expect(await look()).toMatchObject({ acr: '1' });
    expect(await (officer as Person).follow('/auth/login?returnTo=/staff', 'licence-approver')).toMatch(/\/staff$/);
    expect((officer as Person).forms).toEqual([]);
    expect(await (officer as Person).follow('/auth/login?stepUp&returnTo=/staff', 'licence-approver')).toMatch(/\/staff$/);
    expect((officer as Person).forms).toEqual(['otp']);
    await officer.page('/staff');
    expect(await look()).toMatchObject({ acr: '2', auth_time: expect.any(Number) });
  });
});
