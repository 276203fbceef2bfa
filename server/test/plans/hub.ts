import { PROVIDER_PATHS } from '@portico/core/constants'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { revokeTokens } from '#platform/identity/revoke-tokens.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import { hubJobs } from '../../src/sign-on-hub/scheduled-jobs.ts'
import { claimLogouts, updateLogoutSent } from '../../src/sign-on-hub/store/logouts.ts'
import { testPassword } from '../accounts.ts'
import type { TestApp } from '../build-test-app.ts'
import { follow, openTestClient } from '../test-client.ts'
import { npiOf } from './country.ts'
import type { MeasuredAct } from './measure.ts'

/** A kept value that an earlier act must have set. */
function keep<Value>() {
  let kept: Value | undefined
  return {
    set: (value: Value) => {
      kept = value
    },
    get: (): Value => {
      if (kept === undefined) throw new Error('An earlier act failed')
      return kept
    },
  }
}

/** A sign-in of the office to an application, request by request, and the jobs of the sign-on hub. */
export async function openHubActs(site: TestApp): Promise<MeasuredAct[]> {
  return [...(await signInActs(site)), ...(await revocationActs(site)), ...jobActs(site)]
}

async function signInActs(site: TestApp): Promise<MeasuredAct[]> {
  const client = await openTestClient(site, { scopes: ['profile', 'email', 'access'], permissions: ['CLAIM'] })
  const browser = site.openBrowser()
  await browser.signIn('office', testPassword)
  // The first sign-in begins the library's session.
  await client.signIn(browser)
  const { url, checks } = await client.begin()
  const callback = keep<URL>()
  const tokens = keep<Awaited<ReturnType<typeof client.finish>>>()
  const refreshed = keep<string>()
  const may = async () => {
    const headers = { authorization: `Bearer ${tokens.get().access_token}` }
    const reply = await browser.get(`/oidc/may?npi=${npiOf(3)}&permission=CLAIM`, { headers })
    if (reply.statusCode !== 200) throw new Error(`may: ${reply.statusCode} ${reply.body}`)
  }
  return [
    { name: 'office oidc/auth', run: async () => callback.set(new URL(await follow(browser, url.href))) },
    { name: 'office oidc/token code', run: async () => tokens.set(await client.finish(callback.get(), checks)) },
    { name: 'office oidc/me', run: () => client.userInfo(tokens.get().access_token, tokens.get().claims()?.sub ?? '') },
    { name: 'office oidc/token/introspection', run: () => client.introspect(tokens.get().access_token) },
    { name: 'office oidc/may', run: may },
    {
      name: 'office oidc/token refresh',
      run: async () => refreshed.set((await client.refresh(tokens.get().refresh_token ?? '')).refresh_token ?? ''),
    },
    { name: 'office oidc/token/revocation', run: () => client.revoke(refreshed.get()) },
    { name: 'office logout', run: () => browser.get(PROVIDER_PATHS.logout) },
  ]
}

/** Other ways to end tokens. They have none left to end, but must not look for them among those of others. */
async function revocationActs({ deps, db }: TestApp): Promise<MeasuredAct[]> {
  const office = db.selectFrom('account').select('id').where('username', '=', 'office')
  const { id: accountId } = await office.executeTakeFirstOrThrow()
  const revoke = (also: { clientId: string } | { exceptSessionHash: Buffer } | object) => () =>
    transact(systemContext(deps), (inside) => revokeTokens(inside, { accountId, ...also }))
  return [
    { name: 'office revoke all', run: revoke({}) },
    { name: 'office revoke application', run: revoke({ clientId: 'none' }) },
    { name: 'office revoke other sessions', run: revoke({ exceptSessionHash: Buffer.alloc(32) }) },
  ]
}

function jobActs({ deps, clock }: TestApp): MeasuredAct[] {
  const now = clock.now()
  const { jobs = [], retention = [] } = hubJobs
  return [
    ...jobs.map((job) => ({ name: `job ${job.name}`, run: () => job.run(deps, now) })),
    ...retention.map(({ setting, end }) => ({
      name: `job retention ${setting}`,
      run: () => end(daysBefore(now, deps.settings.retentionDays[setting])).execute(deps.db),
    })),
    {
      name: 'job deliver logouts',
      async run() {
        const claimed = await claimLogouts(systemContext(deps), { leaseUntil: now, limit: 20 })
        for (const { id } of claimed) await updateLogoutSent(deps.db, id, now)
      },
    },
  ]
}
