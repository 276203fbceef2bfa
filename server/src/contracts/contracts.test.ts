import { PDFDocument } from '@cantoo/pdf-lib'
import * as calls from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import type { ContractCounts, ContractList, ContractReview } from '@portico/core/contracts/shapes'
import type { Contract } from '@portico/core/registration/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wireIds } from '#platform/calls/wire-id.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { findActive } from '../../test/active-in-pdf.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testSecretKey } from '../../test/database.ts'
import { signedOnScreen } from '../../test/hostile-pdfs.ts'
import { filledModel, openWizard, solveCaptcha } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import {
  CONTRACT_DECIDED,
  CONTRACT_NOT_AWAITED,
  CONTRACT_UNKNOWN,
  NOT_SHOWN,
  TOO_MANY_UPLOADS,
} from './domain/texts.ts'

let app: TestApp
let staff: TestBrowser
let colleagues = 0
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 1 } } })
})
beforeEach(async () => {
  await app.reset()
  staff = app.openBrowser({ address: '203.0.113.77' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
})
afterAll(() => app.close())

/** Registers an NPI by contract and signs in; the request awaits the signed contract. */
async function registerByContract(npi = '1200000010') {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  const model = filledModel(npi, { regBy: '', captchaRes: await solveCaptcha(wizard) })
  const added = await wizard.post('addPoPgSaa', model)
  expect(added).toMatchObject({ status: 200, entity: true })
  const contract = await wizard.get<Contract>('regContract')
  await wizard.browser.signIn(String(model.userName), String(model.password))
  return { browser: wizard.browser, reference: contract.entity.reference, blank: contract.entity.regContract, model }
}

const upload = (reference: string, content: string, fileName = 'signed.pdf') => ({ reference, fileName, content })

async function reviewed(reference: string): Promise<ContractReview> {
  return (await staff.getCall<ContractReview>(calls.reviewContract.path, { reference })).entity
}

const grantsOf = (reference: string) =>
  app.db
    .selectFrom('access_grant')
    .innerJoin('access_request', 'access_request.id', 'access_grant.request_id')
    .select(['access_grant.state', 'access_grant.role', 'access_grant.entity'])
    .where('access_request.reference', '=', reference)
    .execute()

test('replies 503 if the inspection times out, and keeps the earlier copy', async () => {
  const { browser, reference, blank } = await registerByContract()
  expect(await browser.postCall(calls.uploadContract.path, upload(reference, blank))).toMatchObject({ status: 200 })
  const { limits } = app.deps.settings
  const { inspectionMs } = limits
  limits.inspectionMs = 1
  const other = Buffer.concat([Buffer.from(blank, 'base64'), Buffer.from('\n')]).toString('base64')
  const response = await browser.post(`/Provider${calls.uploadContract.path}`, upload(reference, other))
  limits.inspectionMs = inspectionMs
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('5')
  expect(response.json()).toMatchObject({ status: 503, entity: { message: INSPECTION_BUSY } })
  expect((await reviewed(reference)).contracts).toHaveLength(1)
  expect(await browser.postCall(calls.uploadContract.path, upload(reference, other))).toMatchObject({ status: 200 })
  expect((await reviewed(reference)).contracts).toHaveLength(2)
})

test('validating an uploaded contract activates the grant and sends the notifications', async () => {
  const office = await registerByContract()
  const sent = await office.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank))
  expect(sent).toMatchObject({ status: 200, entity: true })

  const queue = await staff.getCall<ContractList>(calls.listContracts.path, { search: office.reference })
  expect(queue.entity.rows).toMatchObject([{ reference: office.reference, cameBy: 'UPLOAD', stage: 'RECEIVED' }])
  const review = await reviewed(office.reference)
  const [contract] = review.contracts
  const file = await staff.get(`/Provider${calls.contractFile.path}?id=${contract?.id}`)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="signed.pdf"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(file.rawPayload.equals(Buffer.from(office.blank, 'base64'))).toBe(true)
  const ids = wireIds(testSecretKey)
  const row = ids.decode('contract', contract?.id ?? '')
  for (const id of [row, ids.encode('grant', row), ids.encode('contract', '999999'), 'x'])
    expect((await staff.get(`/Provider${calls.contractFile.path}?id=${id}`)).statusCode, id).toBe(404)

  const decision = { reference: office.reference, contractId: contract?.id }
  expect(await staff.postCall(calls.validateContract.path, decision)).toMatchObject({ status: 200, entity: true })
  expect(await grantsOf(office.reference)).toEqual([{ state: 'ACTIVE', role: 'SAA', entity: 'NPI:1200000010' }])
  const kinds = await app.db
    .selectFrom('mail_message')
    .select('kind')
    .where('to_address', '=', String(office.model.email))
    .execute()
  expect(kinds.map((mail) => mail.kind)).toEqual(expect.arrayContaining(['contract.received', 'request.activated']))
  const counts = await staff.getCall<ContractCounts>(calls.countContracts.path)
  expect(counts.entity.validatedThisWeek).toBeGreaterThan(0)
})

test('accepts twenty uploads a day, and still records a fax after that', async () => {
  const office = await registerByContract('1100000029')
  const send = () => office.browser.postCall(calls.uploadContract.path, upload(office.reference, 'bm90IGEgUERG'))
  for (let sent = 0; sent < 20; sent += 1) expect((await send()).status).toBe(400)
  expect(await send()).toMatchObject({ status: 407, entity: { message: TOO_MANY_UPLOADS } })
  const fax = { reference: office.reference, cameBy: 'FAX' }
  expect(await staff.postCall(calls.recordContract.path, fax)).toMatchObject({ status: 200, entity: true })
})

const viewOf = (id: string | undefined) => staff.get(`/Provider${calls.contractView.path}?id=${id}`)

test('shows plan staff a copy without active content, and creates a missing copy on first view', async () => {
  const office = await registerByContract('1100000011')
  const signed = (await signedOnScreen()).toString('base64')
  await office.browser.postCall(calls.uploadContract.path, upload(office.reference, signed))
  const id = (await reviewed(office.reference)).contracts[0]?.id
  const first = await viewOf(id)
  expect(first.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' })
  expect(await findActive(first.rawPayload)).toEqual([])
  expect(await findActive(Buffer.from(signed, 'base64'))).not.toEqual([])
  const ofRequest = app.db.selectFrom('access_request').select('id').where('reference', '=', office.reference)
  const before = app.db.updateTable('signed_contract').where('request_id', 'in', ofRequest)
  await before.set({ safe_copy: null }).execute()
  expect(await findActive((await viewOf(id)).rawPayload)).toEqual([])
  const made = app.db.selectFrom('signed_contract').select('safe_copy').where('request_id', 'in', ofRequest)
  expect((await made.executeTakeFirstOrThrow()).safe_copy).not.toBeNull()
  // An older upload may fail the current inspection.
  const script = Buffer.concat([
    Buffer.from(signed, 'base64'),
    Buffer.from('\n9 0 obj << /S /#4aavaScript >> endobj\n%%EOF'),
  ])
  await before.set({ safe_copy: null, content: script }).execute()
  expect((await viewOf(id)).json()).toMatchObject({ status: 404, entity: { message: NOT_SHOWN } })
  expect((await viewOf('999999')).statusCode).toBe(404)
  expect((await office.browser.getCall(calls.contractView.path, { id: String(id) })).http).toBe(403)
})

async function otherStaff(): Promise<TestBrowser> {
  colleagues += 1
  const username = `colleague${colleagues}`
  await insertTestAccount(app.db, { username, kind: 'internal' })
  const browser = app.openBrowser({ address: '203.0.113.78' })
  await browser.signIn(username, testPassword)
  return browser
}

const countMails = async (model: { email?: unknown }, kind: string) =>
  (
    await app.db
      .selectFrom('mail_message')
      .select('id')
      .where('to_address', '=', String(model.email))
      .where('kind', '=', kind)
      .execute()
  ).length

test('returns the stored result for a repeated decision, and refuses a different one or a colleague’s', async () => {
  const office = await registerByContract('1300000019')
  await office.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank))
  const contractId = (await reviewed(office.reference)).contracts[0]?.id
  const decision = { reference: office.reference, contractId }
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => staff.postCall(calls.validateContract.path, decision)),
  )
  for (const reply of replies) expect(reply).toMatchObject({ status: 200, entity: true })
  expect(await countMails(office.model, 'request.activated')).toBe(1)
  const audit = app.db.selectFrom('audit_event').select('id').where('action', '=', 'contract.validated')
  const row = { contractId: wireIds(testSecretKey).decode('contract', contractId ?? '') }
  const ofThis = audit.where('details', '@>', JSON.stringify(row) as never)
  expect(await ofThis.execute()).toHaveLength(1)
  const colleague = await otherStaff()
  expect((await colleague.postCall(calls.validateContract.path, decision)).status).toBe(407)
  const otherCopy = { ...decision, contractId: '999999' }
  expect(await staff.postCall(calls.validateContract.path, otherCopy)).toMatchObject({ status: 407 })
  const late = await staff.postCall(calls.returnContract.path, { ...decision, reason: 'Not signed' })
  expect(late.status).toBe(407)
  expect(late.entity.message).toBe(CONTRACT_NOT_AWAITED)
})

test.each([
  ['contract.hta', 'contract.hta.pdf'],
  ['/tmp/scan.pdf.cmd', 'scan.pdf.cmd.pdf'],
  ['two\u202efdp.PDF', 'twofdp.pdf'],
])('stores an upload named %j under a clean .pdf name', async (sent, kept) => {
  const office = await registerByContract('1100000045')
  await office.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank, sent))
  expect((await reviewed(office.reference)).contracts[0]?.fileName).toBe(kept)
})

test('a returned contract shows the reason, and a newer copy replaces it', async () => {
  const office = await registerByContract('1100000045')
  await office.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank, 'C:\\scans\\one.pdf'))
  const first = (await reviewed(office.reference)).contracts[0]
  expect(first?.fileName).toBe('one.pdf')
  const decision = { reference: office.reference, contractId: first?.id }
  const silent = await staff.postCall(calls.returnContract.path, { ...decision, reason: '  ' })
  expect(silent.entity.message).toBe(RETURN_REASON_NEEDED)
  const returned = { ...decision, reason: 'Page 2 is missing.' }
  for (let sent = 0; sent < 2; sent += 1)
    expect(await staff.postCall(calls.returnContract.path, returned)).toMatchObject({ status: 200, entity: true })
  expect(await countMails(office.model, 'contract.returned')).toBe(1)
  const otherReason = await staff.postCall(calls.returnContract.path, { ...decision, reason: 'Not signed.' })
  expect(otherReason.entity.message).toBe(CONTRACT_DECIDED)
  const colleague = await otherStaff()
  expect((await colleague.postCall(calls.returnContract.path, returned)).entity.message).toBe(CONTRACT_DECIDED)
  const mail = await app.db
    .selectFrom('mail_message')
    .select('body')
    .where('kind', '=', 'contract.returned')
    .executeTakeFirstOrThrow()
  expect(mail.body).toContain('Page 2 is missing.')

  await office.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank))
  const stale = await staff.postCall(calls.validateContract.path, decision)
  expect(stale.entity.message).toBe(CONTRACT_DECIDED)
  expect(await grantsOf(office.reference)).toMatchObject([{ state: 'PENDING_CONTRACT' }])
})

test('stores a repeated upload once, and supersedes it with a different file', async () => {
  const office = await registerByContract('1100000045')
  const send = (content: string) =>
    office.browser.postCall(calls.uploadContract.path, upload(office.reference, content))
  for (let sent = 0; sent < 2; sent += 1) expect(await send(office.blank)).toMatchObject({ status: 200, entity: true })
  expect((await reviewed(office.reference)).contracts).toMatchObject([{ state: 'RECEIVED' }])
  expect(await countMails(office.model, 'contract.received')).toBe(1)
  await send(await (await PDFDocument.create()).saveAsBase64())
  expect((await reviewed(office.reference)).contracts).toMatchObject([{ state: 'RECEIVED' }, { state: 'SUPERSEDED' }])
})

test('refuses an invalid upload with a message, and keeps the earlier copy', async () => {
  const office = await registerByContract('1100000037')
  await office.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank))
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const bad = [
    encoded('MZ this is no document'),
    office.blank.slice(0, Math.floor(office.blank.length / 2)),
    encoded(''),
    Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-1.7 ').toString('base64'),
  ]
  for (const content of bad) {
    const reply = await office.browser.postCall(calls.uploadContract.path, upload(office.reference, content))
    expect(reply.status).toBe(400)
    expect(reply.entity.message).toMatch(/Please/)
  }
  const { contracts } = await reviewed(office.reference)
  expect(contracts.map((contract) => contract.state)).toEqual(['RECEIVED'])
})

test('plan staff can record a mailed contract with or without a scan', async () => {
  const office = await registerByContract('1100000029')
  const { reference } = office
  expect(await staff.postCall(calls.recordContract.path, { reference, cameBy: 'FAX' })).toMatchObject({ status: 200 })
  const scan = await (await PDFDocument.create()).saveAsBase64()
  await staff.postCall(calls.recordContract.path, { reference, cameBy: 'MAIL', fileName: 'scan.pdf', content: scan })
  const { contracts } = await reviewed(reference)
  expect(contracts).toMatchObject([
    { cameBy: 'MAIL', hasFile: true, state: 'RECEIVED' },
    { cameBy: 'FAX', hasFile: false, state: 'SUPERSEDED' },
  ])
})

test('only the requester can upload a contract, and only plan staff can review and decide it', async () => {
  const office = await registerByContract('1100000052')
  const stranger = await registerByContract('1100000011')
  const foreign = await stranger.browser.postCall(calls.uploadContract.path, upload(office.reference, office.blank))
  expect(foreign).toMatchObject({ status: 404, entity: { message: CONTRACT_UNKNOWN } })
  for (const call of [calls.listContracts.path, calls.countContracts.path]) {
    expect((await office.browser.getCall(call)).http).toBe(403)
  }
  const decision = { reference: office.reference, contractId: '1' }
  expect((await office.browser.postCall(calls.validateContract.path, decision)).http).toBe(403)
  expect((await app.openBrowser().getCall(calls.listContracts.path)).http).toBe(401)
  const byStaff = await staff.postCall(calls.uploadContract.path, upload(office.reference, office.blank))
  expect(byStaff.http).toBe(403)
})
