import type { Envelope } from '@portico/core/envelope'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'

/** Signs in to a running server like a browser. */
export async function signIn(address: string, user: string, password: string) {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: { method?: string; body?: string; type?: string } = {}) => {
    const headers: Record<string, string> = {
      cookie: [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
      origin: address,
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      ...(init.type ? { 'content-type': init.type } : {}),
    }
    const response = await fetch(address + path, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name && value) cookies.set(name, decodeURIComponent(value))
    }
    return response
  }
  await send('/thp/portal/internal/login')
  const form = { USER: user, PASSWORD: password, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: 'portico', TARGET: '' }
  const type = 'application/x-www-form-urlencoded'
  await send(SIGN_ON_PATH, { method: 'POST', body: new URLSearchParams(form).toString(), type })
  const get = (call: string, query: Record<string, string>) => send(`/Provider${call}?${new URLSearchParams(query)}`)
  return {
    get: async <Entity>(call: string, query: Record<string, string>): Promise<Entity> => {
      const envelope: Envelope<Entity> = JSON.parse(await (await get(call, query)).text())
      return envelope.entity
    },
    getFile: async (call: string, query: Record<string, string>) =>
      new Uint8Array(await (await get(call, query)).arrayBuffer()),
    /** The envelope's status. */
    post: async (call: string, body: unknown): Promise<number> => {
      const sent = { method: 'POST', body: JSON.stringify(body), type: 'application/json' }
      const envelope: Envelope<unknown> = JSON.parse(await (await send(`/Provider${call}`, sent)).text())
      return Number(envelope.status)
    },
  }
}
