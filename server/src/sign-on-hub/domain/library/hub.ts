import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { brands } from '#platform/brands/brands.ts'
import { systemContext } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { type HubKeys, openHubKeys } from '../keys.ts'
import { finishRequest } from './after-library.ts'
import { nameForHost } from './host-cookies.ts'
import { createHubProvider } from './provider.ts'
import { hashRecordId } from './record-adapter.ts'

/** How soon a process notices a rotated key. Shorter than the time a new key is published before it signs. */
const RELOAD_MS = 60_000

type Opened = { keys: HubKeys; providers: Map<string, Provider>; loadedAt: number }

export type Hub = ReturnType<typeof createHub>

/** The providers of all brands, created on first use and again when the signing keys change. */
export function createHub(deps: Deps) {
  let current: Promise<Opened> | undefined

  async function open(): Promise<Opened> {
    const loadedAt = deps.clock.now().getTime()
    const keys = await openHubKeys(systemContext(deps))
    const providers = new Map(brands.map(({ id }) => [id, openProvider(deps, id, keys)]))
    return { keys, providers, loadedAt }
  }

  async function load(): Promise<Opened> {
    current ??= open()
    const opened = await current.catch((error) => {
      current = undefined
      throw error
    })
    if (deps.clock.now().getTime() - opened.loadedAt < RELOAD_MS) return opened
    const reloaded = open()
    current = reloaded.catch(() => opened)
    return current
  }

  return {
    async providerOf(brand: string): Promise<Provider> {
      const provider = (await load()).providers.get(brand)
      if (!provider) throw new Error('Every brand has a provider')
      return provider
    },
    keys: async () => (await load()).keys,
  }
}

function openProvider(deps: Deps, brand: string, keys: HubKeys): Provider {
  const provider = createHubProvider(deps, brand, keys)
  provider.use(async (ctx, next) => {
    await next()
    const cookies = ctx.res.getHeader('set-cookie')
    if (deps.settings.production && Array.isArray(cookies)) ctx.res.setHeader('set-cookie', cookies.map(nameForHost))
    if (hasOidc(ctx))
      await finishRequest(systemContext(deps), ctx, {
        brand,
        hashUid: (uid) => hashRecordId({ key: keys.records, brand }, uid),
      })
  })
  return provider
}

/** False for an address that the library does not have. */
const hasOidc = (ctx: object): ctx is KoaContextWithOIDC => 'oidc' in ctx
