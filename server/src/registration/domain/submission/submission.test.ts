import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { findRegistration, type RegistrationRow, updateRegistration } from '../../store/registrations.ts'
import { hashSubmission, submitOnce } from './submission.ts'

/** A submission whose registration changes between the first read and the transaction. */
let app: TestApp
let registration: RegistrationRow
let worked: number

beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated' })
})
afterAll(() => app.close())

beforeEach(async () => {
  worked = 0
  const now = app.clock.now()
  const idHash = randomBytes(32)
  const proofs = { step1_method: 'ssn' as const, step1_at: now, quiz_transaction_id: 'T-1', quiz_at: now }
  const row = { id_hash: idHash, brand: 'harborview', npi: '1100000011', created_at: now, touched_at: now, ...proofs }
  await app.db.insertInto('registration').values(row).execute()
  registration = (await findRegistration(app.db, idHash)) as RegistrationRow
})

const hashOf = (userName: string) => hashSubmission(app.deps.settings.secretKey, 'addSaaSelf', { userName })
const visit = () => ({ ...systemContext(app.deps), session: null, address: '127.0.0.1', registration })
const submit = (userName = 'first') =>
  submitOnce({ context: visit(), kind: 'addSaaSelf', hash: hashOf(userName) }, async () => {
    worked += 1
    return { entity: {} }
  })

test('refuses a submission whose proof was dropped before its transaction', async () => {
  await updateRegistration(app.db, registration.id_hash, { quiz_at: null, quiz_transaction_id: null })
  expect(await submit()).toMatchObject({ refusal: { status: 400 } })
  expect(worked).toBe(0)
})

test('runs a repeated submission once, and refuses a different form', async () => {
  expect(await submit()).toEqual({ entity: true })
  expect(await submit()).toEqual({ entity: true })
  expect(await submit('second')).toMatchObject({ refusal: { status: 407 } })
  expect(worked).toBe(1)
})
