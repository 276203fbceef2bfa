import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import { HOST_COOKIE_PREFIX } from '@portico/core/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, portalUrl } from '../brands/brand-host.ts'
import type { Settings } from '../settings/settings.ts'

/** Production cookies have the prefix in the browser only (behaviour 12.16): `request.cookies` has the names without it. */
export async function registerCookies(app: FastifyInstance, { production }: Settings): Promise<void> {
  await app.register(cookie)
  if (!production) return
  app.addHook('onRequest', (request, _reply, done) => {
    const prefixed = Object.entries(request.cookies).filter(([name]) => name.startsWith(HOST_COOKIE_PREFIX))
    request.cookies = Object.fromEntries(
      prefixed.map(([name, value]) => [name.slice(HOST_COOKIE_PREFIX.length), value]),
    )
    done()
  })
}

/** The name of a cookie in the browser. */
export const cookieName = (name: string, { production }: Pick<Settings, 'production'>): string =>
  production ? HOST_COOKIE_PREFIX + name : name

type Written = { request: FastifyRequest; reply: FastifyReply; settings: Settings; name: string }
type Options = Pick<CookieSerializeOptions, 'httpOnly' | 'maxAge'>

/** Sets a cookie of the whole host. Without `maxAge` it lasts as long as the browser runs. */
export function setCookie(written: Written, value: string, options: Options = {}): void {
  written.reply.setCookie(cookieName(written.name, written.settings), value, { ...optionsOf(written), ...options })
}

export function clearCookie(written: Written): void {
  written.reply.clearCookie(cookieName(written.name, written.settings), optionsOf(written))
}

/** Secure if the portal's public URL is https, as in production. */
function optionsOf({ request, settings }: Written) {
  const address = portalUrl(settings, brandOf(request, settings).id, '')
  const secure = request.protocol === 'https' || address.startsWith('https://')
  return { path: '/', sameSite: 'lax', secure } as const
}
