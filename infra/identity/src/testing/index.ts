/** For tests only: a browser without JavaScript. It keeps cookies by name and follows redirects only when asked to. */
export class Browser {
  cookies = new Map<string, string>();

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }

  /** Opens an address and follows redirects. @returns the last address and its response */
  async follow(address: string, init?: RequestInit): Promise<{ address: string; response: Response }> {
    let at = address;
    let response = await this.open(at, init);
    while (response.status >= 300 && response.status < 400) {
      at = new URL(response.headers.get('location') ?? '', at).href;
      response = await this.open(at);
    }
    return { address: at, response };
  }
}
