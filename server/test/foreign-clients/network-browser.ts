import { SIGN_ON_PATH } from '@portico/core/signon/agent'

/** `location` is where a redirect or the page itself continues. */
export type Visit = { url: URL; status: number; body: string; location: string | null }

/** A browser over the network. Everything runs on one host, so one set of cookies is enough: cookies ignore ports. */
export class NetworkBrowser {
  readonly #cookies = new Map<string, string>()

  /** One request, without following a redirect. */
  async visit(address: string, form?: Record<string, string>): Promise<Visit> {
    const url = new URL(address)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html', origin: url.origin },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    const body = await response.text()
    const [, refresh] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(body) ?? []
    return { url, status: response.status, body, location: response.headers.get('location') ?? refresh ?? null }
  }

  async open(address: string, form?: Record<string, string>): Promise<Visit> {
    let visit = await this.visit(address, form)
    for (let steps = 0; visit.location !== null; steps += 1) {
      if (steps > 15) throw new Error('Too many redirects')
      visit = await this.visit(new URL(visit.location, visit.url).href)
    }
    return visit
  }

  /** Fills in the login page of the portal. */
  async signIn(login: Visit, userName: string, password: string): Promise<Visit> {
    const TARGET = login.url.searchParams.get('TARGET') ?? ''
    const form = { USER: userName, PASSWORD: password, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: 'portico' }
    return this.open(new URL(SIGN_ON_PATH, login.url).href, { ...form, TARGET })
  }
}
