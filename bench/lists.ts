import * as directory from '@portico/core/plan-data/calls'
import type { Kysely } from 'kysely'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import type { Database, ScopeKind } from '../server/src/platform/database/schema.ts'
import { insertTestAccount, testPassword } from '../server/test/accounts.ts'
import type { TestBrowser } from '../server/test/browser.ts'
import { openNetworkBrowser } from '../server/test/chaos/network-browser.ts'
import type { Country } from './country-database.ts'
import { type Measurement, median, ratios } from './measurement.ts'
import { nationalNpi } from './national-file.ts'
import { officeOf } from './plan-files.ts'
import { startPortal } from './portal-process.ts'

const ROUNDS = 15

/** Compares the lists of an office with 20,000 providers and of a group of 200 with those of one provider. */
export async function measureLists({ config, sizes }: Country): Promise<Measurement[]> {
  const { db, close } = connectDatabase(config)
  const portal = await startPortal(config)
  try {
    const open = (kind: ScopeKind, id: string) => signIn(db, `http://127.0.0.1:${portal.port}`, kind, id)
    const large = `an office of ${officeOf(sizes.network).toLocaleString('en-US')}`
    const office = await open('PO', 'PO1')
    const group = await open('PG', 'OG0')
    const one = await open('NPI', nationalNpi(Math.min(sizes.network, 100) - 1))
    const claims = (browser: TestBrowser) => browser.postCall(directory.searchClaims.path, {})
    const roster = (browser: TestBrowser) => browser.getCall(directory.listRoster.path, {})
    const typed = (browser: TestBrowser) => browser.getCall(directory.getNPIs.path, { search: 'smi' })
    const compare = async (name: string, call: Call, [larger, target]: [TestBrowser, string]) =>
      describe(
        name,
        target,
        await alternate(
          () => call(larger),
          () => call(one),
        ),
      )
    return [
      await compare(`claims of ${large} / claims of one NPI`, claims, [office, '<= 10']),
      await compare('claims of a group of 200 / claims of one NPI', claims, [group, '<= 3']),
      await compare(`roster of ${large} / roster of one NPI`, roster, [office, '<= 6']),
      await compare(`typeahead of ${large} / typeahead of one NPI`, typed, [office, '<= 6']),
    ]
  } finally {
    portal.stop()
    await close()
  }
}

type Call = (browser: TestBrowser) => Promise<{ status: number | string }>

function describe(name: string, target: string, [larger, one]: [number[], number[]]): Measurement {
  const detail = `${median(larger).toFixed(1)} ms against ${median(one).toFixed(1)} ms`
  return { name, value: median(ratios(larger, one)), target, detail }
}

async function alternate(larger: () => ReturnType<Call>, one: () => ReturnType<Call>): Promise<[number[], number[]]> {
  const figures: [number[], number[]] = [[], []]
  for (let round = -3; round < ROUNDS; round++) {
    for (const [side, call] of [larger, one].entries()) {
      const startedAt = performance.now()
      const { status } = await call()
      if (Number(status) !== 200) throw new Error(`A list returned status ${status}`)
      if (round >= 0) figures[side]?.push(performance.now() - startedAt)
    }
  }
  return figures
}

async function signIn(db: Kysely<Database>, address: string, scopeKind: ScopeKind, scopeId: string) {
  const username = `bench${Date.now().toString(36)}${scopeId}`
  const permissions = ['HOME', 'CLAIM', 'ROSTER']
  await insertTestAccount(db, { username, grants: [{ role: 'AU', scopeKind, scopeId, permissions }] })
  const browser = openNetworkBrowser([address])
  await browser.signIn(username, testPassword)
  return browser
}
