import type { Envelope, ErrorEntity } from '@portico/core/envelope'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { findDisagreement } from './hold-to-document.ts'
import { findRowNumber } from './row-numbers.ts'

type Headers = Record<string, string>
type Options = { headers?: Headers; remoteAddress?: string }
/** A reply: the HTTP status, and the envelope's status and entity. */
export type CallReply<Entity> = Envelope<Entity & ErrorEntity> & { http: number }

export type TestBrowser = ReturnType<typeof createTestBrowser>

/** Simulates a browser: stores cookies, and sends the anti-forgery cookie back with every request except GET. */
export function createTestBrowser(
  app: FastifyInstance,
  settings: { host?: string; address?: string; isUnwatched?: boolean } = {},
) {
  const cookies = new Map<string, string>()
  const findToken = () => cookies.get('__Host-XSRF-TOKEN') ?? cookies.get('XSRF-TOKEN')
  const host = settings.host ?? 'localhost'
  const remoteAddress = settings.address ?? '203.0.113.10'

  async function send(
    method: 'GET' | 'POST',
    url: string,
    payload: string | undefined,
    options: Options & { type?: string },
  ) {
    const token = findToken()
    const response = await app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: options.remoteAddress ?? remoteAddress,
      headers: {
        host,
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(options.type ? { 'content-type': options.type } : {}),
        ...(method === 'POST' ? { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' } : {}),
        ...(method === 'POST' && token ? { 'x-xsrf-token': token } : {}),
        ...options.headers,
      },
    })
    keepCookies(response)
    if (settings.isUnwatched) return response
    const disagreement = findDisagreement(method, url, response)
    if (disagreement) throw new Error(disagreement)
    const leaked = findRowNumber(response)
    if (leaked) throw new Error(`${method} ${url} answers the number of a row: ${leaked}`)
    return response
  }

  function keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value, expires, maxAge } of response.cookies as {
      name: string
      value: string
      expires?: Date
      maxAge?: number
    }[]) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= 0)
      if (gone) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  async function get(url: string, options: Options = {}) {
    return send('GET', url, undefined, options)
  }

  /** Posts JSON; first loads a page if the browser has no anti-forgery cookie. */
  async function post(url: string, body: unknown = {}, options: Options = {}) {
    if (!findToken()) await get('/thp/portal/providers/login')
    return send('POST', url, JSON.stringify(body), { ...options, type: 'application/json' })
  }

  async function postForm(url: string, fields: Record<string, string>, options: Options = {}) {
    const payload = new URLSearchParams(fields).toString()
    return send('POST', url, payload, { ...options, type: 'application/x-www-form-urlencoded' })
  }

  const read = <Entity>(response: LightMyRequestResponse): CallReply<Entity> => ({
    http: response.statusCode,
    ...(response.json() as Envelope<Entity & ErrorEntity>),
  })

  return {
    cookies,
    get,
    post,
    postForm,
    /** Calls a path relative to the base, such as '/rest/nonsec/getQuestions'. */
    getCall: async <Entity>(call: string, query: Record<string, string> = {}, options: Options = {}) => {
      const search = new URLSearchParams(query).toString()
      return read<Entity>(await get(`/Provider${call}${search && `?${search}`}`, options))
    },
    postCall: async <Entity>(call: string, body: unknown = {}, options: Options = {}) =>
      read<Entity>(await post(`/Provider${call}`, body, options)),
    signIn: (user: string, password: string, target = '', options: Options = {}) =>
      postForm(
        SIGN_ON_PATH,
        { USER: user, PASSWORD: password, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: 'portico', TARGET: target },
        options,
      ),
  }
}
