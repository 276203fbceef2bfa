import { createHmac, randomBytes } from 'node:crypto'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { DEMO_PATH } from '@portico/core/constants'
import { DEMO_APP_IDS, DEMO_APPS, type DemoAppId } from '@portico/core/demo-book'
import { SCOPES, type ScopeName } from '@portico/core/sign-on-hub/scopes'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { brands } from '#platform/brands/brands.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import type { Settings } from '#platform/settings/settings.ts'

/** The second application is entitled to less, so that the difference shows. */
export const DEMO_SCOPES: Record<DemoAppId, readonly ScopeName[]> = { app: SCOPES, app2: ['profile', 'access'] }
const PERMISSIONS: Record<DemoAppId, readonly string[]> = { app: PERMISSION_IDS, app2: ['HOME'] }

export const demoAppUrl = (settings: Settings, brand: string, id: DemoAppId, path = ''): string =>
  portalUrl(settings, brand, `${DEMO_PATH}/${id}${path}`)

/** Derived from the secret key, because the database holds only its hash. */
export function demoCredentials({ secretKey }: Settings, brand: string, id: DemoAppId) {
  const clientId = `demo-${brand}-${id}`
  return { clientId, clientSecret: createHmac('sha256', secretKey).update(clientId).digest('base64url') }
}

/** Registers the demo applications at every brand. Addresses and secrets follow the settings of this start. */
export async function registerDemoClients({ db, settings, clock }: Deps): Promise<void> {
  const rows = brands.flatMap(({ id: brand }) =>
    DEMO_APP_IDS.map((id) => {
      const { clientId, clientSecret } = demoCredentials(settings, brand, id)
      return {
        client_id: clientId,
        name: `${DEMO_APPS[id]} (demo)`,
        brand,
        redirect_uris: [demoAppUrl(settings, brand, id, '/callback')],
        logout_uri: null,
        post_logout_uris: [],
        tile_uri: demoAppUrl(settings, brand, id, '/sign-in'),
        kinds: ['provider', 'internal', 'member'],
        scopes: [...DEMO_SCOPES[id]],
        permissions: [...PERMISSIONS[id]],
        asks_consent: false,
        allows_empty_access: false,
        subject_salt: randomBytes(16),
        secret_hash: hashToken(clientSecret),
        created_at: clock.now(),
      }
    }),
  )
  await db
    .insertInto('hub_client')
    .values(rows)
    .onConflict((clash) =>
      clash
        .column('client_id')
        .doUpdateSet(({ ref }) => ({
          redirect_uris: ref('excluded.redirect_uris'),
          tile_uri: ref('excluded.tile_uri'),
          secret_hash: ref('excluded.secret_hash'),
        })),
    )
    .execute()
}
