import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { findQuizFacts } from './quiz-facts.ts'

let database: TestDatabase
let connection: DatabaseConnection
const since = '2000-01-01'

beforeAll(async () => {
  database = await createTestDatabase('demo')
  connection = connectDatabase(database.config)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

async function findPeers(window = { since, month: { from: '2000-01-01', to: '2000-02-01' } }) {
  const around = { npi: '1100000011', pivot: '1500000000', perSide: 75 }
  const found = await findQuizFacts(connection.db, around, window)
  return found?.peers ?? []
}

const lastClaims = (npi: string) =>
  connection.db
    .selectFrom('claim')
    .select(['service_date', 'billed_amount', 'paid_amount'])
    .where('npi', '=', npi)
    .orderBy('service_date', 'desc')
    .orderBy('claim_number')

test('a peer has the last claim, and the last paid claim, which may be an earlier one', async () => {
  const paidEarlier: string[] = []
  const peers = await findPeers()
  for (const { npi, lastClaimDate, billedAmount, paidAmount } of peers) {
    const last = await lastClaims(npi).executeTakeFirst()
    const paid = await lastClaims(npi).where('paid_amount', '>', '0').executeTakeFirst()
    expect({ npi, lastClaimDate, billedAmount, paidAmount }).toEqual({
      npi,
      lastClaimDate: last?.service_date ?? null,
      billedAmount: last?.billed_amount ?? null,
      paidAmount: paid?.paid_amount ?? null,
    })
    if (paid && !Number(last?.paid_amount)) paidEarlier.push(npi)
  }
  expect(paidEarlier.length).toBeGreaterThan(0)
  expect(paidEarlier.length).toBeLessThan(peers.filter(({ paidAmount }) => paidAmount).length)
})

test('a peer has no paid amount from before the window', async () => {
  const [latest] = await connection.db
    .selectFrom('claim')
    .select('service_date')
    .orderBy('service_date', 'desc')
    .limit(1)
    .execute()
  const peers = await findPeers({ since: latest?.service_date ?? '', month: { from: since, to: since } })
  expect(peers.some(({ lastClaimDate }) => lastClaimDate)).toBe(true)
  expect(peers.map(({ paidAmount }) => paidAmount).filter(Boolean)).toEqual([])
})

test('a peer has the number of claims in the month, or null without any claims', async () => {
  const peers = await findPeers({ since, month: { from: since, to: '2100-01-01' } })
  for (const { npi, entityType, claimsInMonth, lastClaimDate } of peers) {
    const { length } = await lastClaims(npi).execute()
    expect(claimsInMonth).toBe(lastClaimDate ? length : null)
    expect([1, 2]).toContain(entityType)
  }
})
