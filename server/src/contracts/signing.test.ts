import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as access from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import * as calls from '@portico/core/contracts/calls'
import type { ContractReview, ContractWays } from '@portico/core/contracts/shapes'
import * as text from '@portico/core/contracts/signing-sentences'
import type {
  CodeConfirmed,
  ContractSigned,
  ShownContract,
  SignedCopy,
  SigningStarted,
} from '@portico/core/contracts/signing-shapes'
import { TOO_MUCH_MAIL } from '@portico/core/forms/sentences'
import type { Contract } from '@portico/core/registration/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findSigningCertificate } from '#platform/keys/signing-certificate.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { findSignatures } from '#platform/pdf/check-pdf.ts'
import { signPdf } from '#platform/pdf/sign-pdf.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { changeKey } from '../../test/change-key.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { filledModel, openWizard, solveCaptcha } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { contractJobs } from './scheduled-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 1 } } })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

let offices = 0

/** Registers by contract and signs in; the request awaits the signed contract. */
async function registerByContract(npi = '1200000010', change: Record<string, unknown> = {}) {
  offices += 1
  const wizard = openWizard(app, { address: `203.0.114.${offices}` })
  await wizard.enterNpi(npi)
  const model = filledModel(npi, { regBy: '', captchaRes: await solveCaptcha(wizard), ...change })
  expect(await wizard.post('addPoPgSaa', model)).toMatchObject({ status: 200 })
  const contract = await wizard.get<Contract>('regContract')
  await wizard.browser.signIn(String(model.userName), String(model.password))
  const director = `director${offices}@practice.example`
  return { browser: wizard.browser, reference: contract.entity.reference, director, email: String(model.email) }
}
type Office = Awaited<ReturnType<typeof registerByContract>>

const personOf = (office: Office) => ({
  reference: office.reference,
  name: 'Dana Whitlock',
  title: 'Medical Director',
  email: office.director,
  confirmEmail: office.director,
})

const requestSignature = (office: Office, change: object = {}) =>
  office.browser.postCall(calls.askForSignature.path, { ...personOf(office), ...change })

async function mailTo(to: string, kind: string) {
  const query = app.db.selectFrom('mail_message').selectAll().where('to_address', '=', to).where('kind', '=', kind)
  return query.orderBy('id', 'desc').executeTakeFirst()
}

async function linkTo(to: string, kind = 'signing.asked'): Promise<string> {
  return /(?:signId|copyId)=([\w-]+)/.exec((await mailTo(to, kind))?.body ?? '')?.[1] ?? ''
}

let desks = 0
const atDesk = () => {
  desks += 1
  return app.openBrowser({ address: `198.51.100.${desks}` })
}

const open = (desk: TestBrowser, signId: string) => desk.postCall<ShownContract>(calls.openSigning.path, { signId })
const sendCode = (desk: TestBrowser, signId: string) =>
  desk.postCall(calls.sendSigningCode.path, { signId, consent: true })
const confirm = (desk: TestBrowser, signId: string, code: string) =>
  desk.postCall<CodeConfirmed>(calls.confirmSigningCode.path, { signId, code })

const codeIn = (body: string | undefined) => /(\d{6}) is your code/.exec(body ?? '')?.[1] ?? ''

const STROKES = [[20, 100, 60, 40, 100, 120, 160, 60, 220, 110]]

/** Opens the link, consents and confirms the code: every step before the signature. */
async function readyToSign(to: string, signId: string, desk = atDesk()) {
  const shown = await open(desk, signId)
  expect(shown).toMatchObject({ status: 200 })
  expect(await sendCode(desk, signId)).toMatchObject({ status: 200 })
  const confirmed = await confirm(desk, signId, codeIn((await mailTo(to, 'signing.code'))?.body))
  expect(confirmed).toMatchObject({ status: 200 })
  const signature = {
    signId,
    confirmation: confirmed.entity.confirmation,
    documentHash: shown.entity.documentHash,
    name: 'Dana Whitlock',
    title: 'Medical Director',
    typed: '',
    strokes: STROKES,
  }
  const sign = (change: object = {}) =>
    desk.postCall<ContractSigned>(calls.signContract.path, { ...signature, ...change })
  return { desk, shown: shown.entity, sign }
}

async function requestAndPrepare(npi?: string) {
  const office = await registerByContract(npi)
  expect(await requestSignature(office)).toMatchObject({ status: 200 })
  const signId = await linkTo(office.director)
  return { office, signId, ...(await readyToSign(office.director, signId)) }
}

const statusOf = async (office: Office): Promise<MyRequest | undefined> =>
  (await office.browser.getCall<MyRequest[]>(access.listMyRequests.path)).entity.find(
    ({ reference }) => reference === office.reference,
  )

/** Signs in again, because tests move the clock by days. */
async function openAsStaff(): Promise<TestBrowser> {
  const staff = atDesk()
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  return staff
}

const reviewOf = async ({ reference }: Office): Promise<ContractReview> =>
  (await (await openAsStaff()).getCall<ContractReview>(calls.reviewContract.path, { reference })).entity

test('returns the day until which the link works, as the status of the request shows it', async () => {
  const office = await registerByContract()
  const requested = await requestSignature(office)
  expect(requested.entity).toEqual({ expiresOn: expect.stringMatching(/^2026/) })
  expect(await statusOf(office)).toMatchObject({ signing: requested.entity })
})

test('accepts a code that was mailed before the secret key changed', async () => {
  const office = await registerByContract()
  await requestSignature(office)
  const signId = await linkTo(office.director)
  const desk = atDesk()
  await open(desk, signId)
  await sendCode(desk, signId)
  const code = codeIn((await mailTo(office.director, 'signing.code'))?.body)
  const changeBack = changeKey(app)
  try {
    expect(await confirm(desk, signId, code)).toMatchObject({ status: 200 })
  } finally {
    changeBack()
  }
})

test('records each step from asking to validation, and both signatures of the PDF are valid', async () => {
  const { office, shown, desk, sign } = await requestAndPrepare('1300000019')
  expect(shown).toMatchObject({ requester: 'Robin Sample', signerName: 'Dana Whitlock', reference: office.reference })
  expect(shown.terms.length).toBeGreaterThan(5)
  expect(shown.sentTo).not.toContain('director')
  const signed = await sign()
  expect(signed).toMatchObject({ status: 200 })

  expect(await statusOf(office)).toMatchObject({
    contract: { state: 'RECEIVED' },
    signing: { state: 'SIGNED', name: 'Dana Whitlock', openedOn: expect.stringMatching(/^2026/) },
  })
  const copy = await desk.getCall<SignedCopy>(calls.copyByLink.path, signed.entity)
  expect(copy.entity).toMatchObject({ signedBy: 'Dana Whitlock, Medical Director', validatedOn: '' })
  const file = await desk.get(`/Provider${calls.signedDocument.path}?copyId=${signed.entity.copyId}`)
  expect(findSignatures(file.rawPayload)).toHaveLength(1)
  expect(await mailTo(office.email, 'signing.signed')).toBeDefined()

  const review = await reviewOf(office)
  expect(review.signings).toMatchObject([
    { unchanged: true, signatureValid: true, codeConfirmed: true, planAddress: 'NONE', signatureKind: 'DRAWN' },
  ])
  const [contract] = review.contracts
  expect(contract).toMatchObject({ cameBy: 'ONLINE', hasFile: true })
  const decision = { reference: office.reference, contractId: contract?.id }
  expect(await (await openAsStaff()).postCall(calls.validateContract.path, decision)).toMatchObject({ status: 200 })

  const final = await office.browser.get(`/Provider${calls.signedCopy.path}?reference=${office.reference}`)
  const signatures = findSignatures(final.rawPayload)
  expect(signatures.map(({ certificate }) => certificate !== undefined)).toEqual([true, true])
  expect(signatures.map(({ end }) => end)).toEqual([file.rawPayload.length, final.rawPayload.length])
  expect(final.rawPayload.subarray(0, file.rawPayload.length).equals(file.rawPayload)).toBe(true)
  const { text: pages, complaints } = await readPdf(final.rawPayload)
  expect(complaints).toBe('')
  expect(pages.join('').replaceAll(' ', '')).toContain(shown.documentHash)
  expect(pages.join(' ')).toContain('Evidence of the electronic signature')
  const later = await linkTo(office.director, 'signing.validated')
  expect((await desk.getCall<SignedCopy>(calls.copyByLink.path, { copyId: later })).entity.validatedOn).toMatch(/^2026/)
})

test('offers no online signature for a contract that cannot show a name as typed', async () => {
  const office = await registerByContract('1200000010', { firstName: '太郎', lastName: '山田' })
  const refused = { status: 407, entity: { message: text.contractNotPrinted('太郎山田') } }
  const start = () => office.browser.postCall<SigningStarted>(calls.startSigning.path, { reference: office.reference })
  expect(await requestSignature(office)).toMatchObject(refused)
  expect(await start()).toMatchObject(refused)
  const rename = (first_name: string) =>
    app.db.updateTable('account').set({ first_name }).where('last_name', '=', '山田')
  await rename('Taro').set({ last_name: 'Łukaszewska' }).execute()
  const { entity } = await start()
  await app.db.updateTable('account').set({ last_name: '山田' }).where('last_name', '=', 'Łukaszewska').execute()
  expect(await open(atDesk(), entity.signId)).toMatchObject({ status: 407 })
})

test('stores the signatory’s name only in the signing, and shows none after it is cleared', async () => {
  const office = await registerByContract()
  await requestSignature(office)
  const { rows } = await sql<{ details: string }>`
    select e.details::text as details from audit_event e join access_request r on r.id = e.request_id
    where r.reference = ${office.reference}`.execute(app.db)
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain('Whitlock')
  expect(await statusOf(office)).toMatchObject({ signing: { state: 'OPEN', name: 'Dana Whitlock' } })
  await sql`update contract_signing s set state = 'CANCELLED', ended_at = now(), signer_name = '', signer_email = ''
    from access_request r where r.id = s.request_id and r.reference = ${office.reference}`.execute(app.db)
  expect(await statusOf(office)).toMatchObject({ signing: { state: 'NONE', name: '', sentTo: '' } })
})

test('accepts one of twenty concurrent signatures, and refuses to open the link again', async () => {
  const { office, signId, sign } = await requestAndPrepare('1100000029')
  const replies = await Promise.all(Array.from({ length: 20 }, () => sign()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, entity } of replies.filter((reply) => reply.status !== 200))
    expect({ status, message: entity.message }).toEqual({ status: 407, message: text.SIGNING_SIGNED })
  expect((await reviewOf(office)).contracts).toHaveLength(1)
  expect(await open(atDesk(), signId)).toMatchObject({ status: 407, entity: { message: text.SIGNING_SIGNED } })
})

test('confirming a code in a second tab ends the confirmation of the first', async () => {
  const { office, signId, sign } = await requestAndPrepare('1100000037')
  const second = await readyToSign(office.director, signId)
  expect(await sign()).toMatchObject({ status: 400, entity: { message: text.CODE_CONFIRM_FIRST } })
  expect(await second.sign()).toMatchObject({ status: 200 })
})

test('refuses to sign with a stolen link without the code, even after its owner confirmed', async () => {
  const { signId, shown, sign } = await requestAndPrepare('1100000045')
  const thief = atDesk()
  const stolen = {
    signId,
    documentHash: shown.documentHash,
    name: 'Dana Whitlock',
    title: 'x',
    typed: '',
    strokes: STROKES,
  }
  for (const confirmation of ['', 'x', '0'.repeat(22)])
    expect(await thief.postCall(calls.signContract.path, { ...stolen, confirmation })).toMatchObject({
      status: 400,
      entity: { messageCode: 'not-confirmed' },
    })
  app.clock.advance(app.deps.settings.lifetimes.signingConfirmation + 1)
  expect(await sign()).toMatchObject({ status: 400, entity: { messageCode: 'not-confirmed' } })
})

test('a code allows three tries within ten minutes in one browser, and a signing allows five codes a day', async () => {
  const office = await registerByContract()
  await requestSignature(office)
  const signId = await linkTo(office.director)
  const desk = atDesk()
  expect(await confirm(desk, signId, '123456')).toMatchObject({ status: 400, entity: { message: text.CODE_OVER } })
  await open(desk, signId)
  await sendCode(desk, signId)
  const right = codeIn((await mailTo(office.director, 'signing.code'))?.body)
  const wrong = right === '000000' ? '000001' : '000000'
  expect(await confirm(desk, signId, '12')).toMatchObject({ status: 400, entity: { message: text.CODE_SIX_DIGITS } })
  const tries = await Promise.all([1, 2, 3].map(() => confirm(desk, signId, wrong)))
  expect(tries.map(({ entity }) => entity.message).sort()).toEqual(
    [text.codeMistyped(2), text.codeMistyped(1), text.CODE_OVER].sort(),
  )
  expect(await confirm(desk, signId, right)).toMatchObject({ status: 400, entity: { message: text.CODE_OVER } })
  await sendCode(desk, signId)
  app.clock.advance(app.deps.settings.lifetimes.signingCode)
  const late = codeIn((await mailTo(office.director, 'signing.code'))?.body)
  expect(await confirm(desk, signId, late)).toMatchObject({ status: 400, entity: { message: text.CODE_OVER } })
  for (let sent = 2; sent < 5; sent += 1) expect(await sendCode(desk, signId)).toMatchObject({ status: 200 })
  expect(await sendCode(desk, signId)).toMatchObject({ status: 407, entity: { message: text.CODES_USED_UP } })
  app.clock.advance(86_400)
  expect(await sendCode(desk, signId)).toMatchObject({ status: 200 })
})

test('sends no code without consent, and says so', async () => {
  const office = await registerByContract()
  await requestSignature(office)
  const signId = await linkTo(office.director)
  const refused = { status: 400, entity: { message: text.CONSENT_NEEDED } }
  for (const consent of [{}, { consent: false }])
    expect(await atDesk().postCall(calls.sendSigningCode.path, { signId, ...consent })).toMatchObject(refused)
  expect(await mailTo(office.director, 'signing.code')).toBeUndefined()
})

test('refuses to sign a contract that changed since it was shown, and requires a new code', async () => {
  const { office, signId, sign, desk } = await requestAndPrepare()
  expect(await sign({ documentHash: '0'.repeat(64) })).toMatchObject({
    status: 407,
    entity: { message: text.CONTRACT_CHANGED },
  })
  const rename = (name: string) =>
    app.db.updateTable('provider').set({ name }).where('npi', '=', '1200000010').execute()
  const before = await app.db
    .selectFrom('provider')
    .select('name')
    .where('npi', '=', '1200000010')
    .executeTakeFirstOrThrow()
  await rename('Renamed Clinic')
  expect(await sign()).toMatchObject({ status: 407, entity: { messageCode: 'contract-changed' } })
  const again = await open(desk, signId)
  expect(again.entity.facts).toContainEqual({ label: 'Provider', value: 'Renamed Clinic' })
  expect(await sign({ documentHash: again.entity.documentHash })).toMatchObject({
    status: 400,
    entity: { messageCode: 'not-confirmed' },
  })
  expect(await (await readyToSign(office.director, signId)).sign()).toMatchObject({ status: 200 })
  await rename('Renamed once more')
  expect((await reviewOf(office)).signings).toMatchObject([{ unchanged: false, signatureValid: true }])
  await rename(before.name)
})

test('a declined contract cannot be signed, and the registrant sees the reason and can ask another signatory', async () => {
  const { office, signId, sign, desk } = await requestAndPrepare()
  const decline = (reason: string) => desk.postCall(calls.declineSigning.path, { signId, reason })
  expect(await decline('  ')).toMatchObject({ status: 400, entity: { message: text.DECLINE_REASON_NEEDED } })
  expect(await decline('Not my department.')).toMatchObject({ status: 200 })
  for (const reply of [await sign(), await decline('x'), await open(desk, signId), await sendCode(desk, signId)])
    expect(reply).toMatchObject({ status: 407, entity: { message: text.SIGNING_DECLINED } })
  expect((await mailTo(office.email, 'signing.declined'))?.body).toContain('Not my department.')
  expect(await statusOf(office)).toMatchObject({ signing: { state: 'DECLINED', reason: 'Not my department.' } })
  const other = `other.${office.director}`
  expect(await requestSignature(office, { email: other, confirmEmail: other })).toMatchObject({ status: 200 })
  expect(await open(desk, await linkTo(other))).toMatchObject({ status: 200 })
})

test('cancelling, changing the signatory or sending again ends the earlier link', async () => {
  const { office, signId, sign, desk } = await requestAndPrepare('1100000011')
  const act = (call: { path: string }) => office.browser.postCall(call.path, { reference: office.reference })
  expect(await act(calls.sendSigningAgain)).toMatchObject({ status: 200 })
  expect(await sign()).toMatchObject({ status: 407, entity: { message: text.SIGNING_NEWER } })
  const newest = await linkTo(office.director)
  expect(await open(desk, newest)).toMatchObject({ status: 200 })
  const other = `other.${office.director}`
  expect(await requestSignature(office, { email: other, confirmEmail: other })).toMatchObject({ status: 200 })
  expect(await mailTo(office.director, 'signing.withdrawn')).toBeDefined()
  for (const token of [signId, newest])
    expect(await open(desk, token)).toMatchObject({ status: 407, entity: { message: text.SIGNING_CANCELED } })
  expect(await act(calls.cancelSigning)).toMatchObject({ status: 200 })
  expect(await act(calls.cancelSigning)).toMatchObject({ status: 407, entity: { message: text.NO_OPEN_SIGNING } })
  expect(await act(calls.sendSigningAgain)).toMatchObject({ status: 407, entity: { message: text.NO_OPEN_SIGNING } })
  expect(await open(desk, await linkTo(other))).toMatchObject({ status: 407 })
})

test('the reminder’s link after seven days works beside the first link, and both expire after thirty days', async () => {
  const { office, signId, sign, desk } = await requestAndPrepare()
  const due = () => sweep(app.deps, app.clock.now(), contractJobs.jobs)
  app.clock.advance(7 * 86_400)
  expect(await due()).toMatchObject({ 'remind-signatories': expect.any(Number) })
  const reminder = await linkTo(office.director, 'signing.reminder')
  for (const token of [signId, reminder]) expect(await open(desk, token)).toMatchObject({ status: 200 })
  expect((await due())['remind-signatories']).toBe(0)
  app.clock.advance(23 * 86_400)
  const expired = { status: 498, entity: { message: text.SIGNING_EXPIRED } }
  for (const reply of [await sign(), await open(desk, reminder)]) expect(reply).toMatchObject(expired)
  await due()
  expect(await open(desk, signId)).toMatchObject(expired)
  expect(await mailTo(office.email, 'signing.expired')).toBeDefined()
})

test('cancelling a request cancels its signing and notifies the signatory', async () => {
  const { office, signId, sign, desk } = await requestAndPrepare()
  const cancelled = await office.browser.postCall(access.cancelRequest.path, { reference: office.reference })
  expect(cancelled).toMatchObject({ status: 200 })
  for (const reply of [await sign(), await open(desk, signId)])
    expect(reply).toMatchObject({ status: 407, entity: { message: text.SIGNING_OVER } })
  await sweep(app.deps, app.clock.now(), contractJobs.jobs)
  expect(await open(desk, signId)).toMatchObject({ status: 407, entity: { message: text.SIGNING_CANCELED } })
  expect(await mailTo(office.director, 'signing.withdrawn')).toBeDefined()
})

test('refuses an unknown link and a link of another purpose or contract', async () => {
  const first = await requestAndPrepare('1100000011')
  const second = await requestAndPrepare('1100000029')
  const unknown = { status: 406, entity: { message: text.SIGNING_UNKNOWN } }
  for (const token of ['', 'x', `${first.signId}x`]) expect(await open(first.desk, token)).toMatchObject(unknown)
  expect(await first.sign({ signId: second.signId })).toMatchObject({ status: 400 })
  const { entity } = await first.sign()
  expect(await open(first.desk, entity.copyId)).toMatchObject(unknown)
  const asCopy = await first.desk.getCall(calls.copyByLink.path, { copyId: first.signId })
  expect(asCopy).toMatchObject({ status: 406, entity: { message: text.COPY_UNKNOWN } })
  app.clock.advance(app.deps.settings.lifetimes.signedCopyLink)
  const late = await first.desk.getCall(calls.copyByLink.path, entity)
  expect(late).toMatchObject({ status: 498, entity: { message: text.COPY_EXPIRED } })
})

test('lets the registrant sign immediately with a code mailed to their own address', async () => {
  const office = await registerByContract()
  await requestSignature(office)
  const begun = await office.browser.postCall<SigningStarted>(calls.startSigning.path, {})
  expect(begun).toMatchObject({ status: 200 })
  expect(await mailTo(office.director, 'signing.withdrawn')).toBeDefined()
  const { signId } = begun.entity
  const { sign } = await readyToSign(office.email, signId, office.browser)
  const typed = { name: 'Robin Sample', title: 'Practice manager', strokes: [] }
  expect(await sign({ ...typed, typed: '' })).toMatchObject({ status: 400, entity: { message: text.SIGNATURE_NEEDED } })
  expect(await sign({ ...typed, typed: 'Somebody Else' })).toMatchObject({
    status: 400,
    entity: { message: text.SIGNATURE_NOT_YOURS },
  })
  expect(await sign({ ...typed, typed: 'robin sample' })).toMatchObject({ status: 200 })
  expect((await reviewOf(office)).signings).toMatchObject([{ way: 'SELF', signatureKind: 'TYPED' }])
})

/** Uses a separate server with the setting on. The addresses of group and organization come from the demo data. */
test('validates a contract automatically only if it was signed at the address of that group or organization', async () => {
  const { settings } = app.deps
  settings.esignSelfValidates = true
  const group = { regType: 'PG', pgGroupMap: { PG1001: { id: 'PG1001', checked: true } } }
  const signedAt = async (office: Office, email: string) => {
    await requestSignature(office, { email, confirmEmail: email })
    const { sign } = await readyToSign(email, await linkTo(email))
    expect(await sign()).toMatchObject({ status: 200 })
    return (await reviewOf(office)).contracts[0]?.state
  }
  const elsewhere = await registerByContract('1300000019', group)
  expect(await signedAt(elsewhere, 'somebody@oldharbor.example')).toBe('RECEIVED')
  const provider = { provider_email: 'dr@practice.example' }
  await app.db.updateTable('network_provider').set(provider).where('npi', '=', '1100000011').execute()
  expect(await signedAt(await registerByContract('1100000011'), 'dr@practice.example')).toBe('RECEIVED')
  const own = await registerByContract('1300000019', group)
  expect(await signedAt(own, 'Office@OldHarbor.example')).toBe('VALIDATED')
  expect(await mailTo(own.email, 'request.activated')).toBeDefined()
  settings.esignSelfValidates = false
  const off = await registerByContract('1300000019', { ...group, replaceSaa: true })
  expect(await signedAt(off, 'office@oldharbor.example')).toBe('RECEIVED')
  expect((await reviewOf(off)).signings).toMatchObject([{ planAddress: 'SAME' }])
})

test('after a crash following the signature, the scheduled job validates the contract or leaves it to plan staff', async () => {
  const { office, sign } = await requestAndPrepare('1100000029')
  await sign()
  const marked = app.db.updateTable('contract_signing').set({ self_validates: true })
  await marked.where('signer_email', '=', office.director).execute()
  const due = () => sweep(app.deps, app.clock.now(), contractJobs.jobs)
  expect(await due()).toMatchObject({ 'validate-signed': 1 })
  expect((await reviewOf(office)).contracts[0]?.state).toBe('VALIDATED')
  expect(await due()).toMatchObject({ 'validate-signed': 0 })

  const second = await requestAndPrepare('1100000037')
  await second.sign()
  await app.db
    .updateTable('contract_signing')
    .set({ self_validates: true })
    .where('signer_email', '=', second.office.director)
    .execute()
  await app.db
    .updateTable('network_provider')
    .set({ left_at: app.clock.now() })
    .where('npi', '=', '1100000037')
    .execute()
  expect(await due()).toMatchObject({ 'validate-signed': 0 })
  expect((await reviewOf(second.office)).contracts[0]?.state).toBe('RECEIVED')
  const left = app.db.selectFrom('audit_event').select('action').where('action', '=', 'signing.left-to-staff')
  expect(await left.execute()).toHaveLength(1)
})

test('does not validate a contract automatically if a hold began after the signature, even after the hold is lifted', async () => {
  const npi = '1300000027'
  const { office, sign } = await requestAndPrepare(npi)
  await sign()
  const marked = app.db.updateTable('contract_signing').set({ self_validates: true })
  await marked.where('signer_email', '=', office.director).execute()
  const now = app.clock.now()
  const times = { event_at: now, created_at: now, expires_at: now, held_at: now }
  const hold = { npi, token_hash: Buffer.from(office.reference), ...times }
  await app.db.insertInto('registration_hold').values(hold).execute()
  const due = () => sweep(app.deps, app.clock.now(), contractJobs.jobs)
  expect(await due()).toMatchObject({ 'validate-signed': 0 })
  await app.db.updateTable('registration_hold').set({ lifted_at: now }).where('npi', '=', npi).execute()
  expect(await due()).toMatchObject({ 'validate-signed': 0 })
  expect((await reviewOf(office)).contracts[0]?.state).toBe('RECEIVED')
  const left = app.db.selectFrom('audit_event').select('details').where('action', '=', 'signing.left-to-staff')
  expect((await left.orderBy('id', 'desc').executeTakeFirst())?.details).toMatchObject({ why: 'on-hold' })
})

test('a contract that plan staff returned can be signed again, and both copies remain stored', async () => {
  const { office, sign } = await requestAndPrepare()
  await sign()
  const staff = await openAsStaff()
  const decision = { reference: office.reference, contractId: (await reviewOf(office)).contracts[0]?.id }
  const returned = { ...decision, reason: 'Somebody else has to sign.' }
  expect(await staff.postCall(calls.returnContract.path, returned)).toMatchObject({ status: 200 })
  const other = `other.${office.director}`
  expect(await requestSignature(office, { email: other, confirmEmail: other })).toMatchObject({ status: 200 })
  expect((await statusOf(office))?.next).toBe('Dana Whitlock was asked by email to sign the contract online.')
  expect(await (await readyToSign(other, await linkTo(other))).sign()).toMatchObject({ status: 200 })
  const { contracts, signings } = await reviewOf(office)
  expect(contracts.map(({ state }) => state)).toEqual(['RECEIVED', 'RETURNED'])
  expect(signings.map(({ signatureValid }) => signatureValid)).toEqual([true, true])
})

test('a production server without the plan’s certificate does not offer online signing', async () => {
  const { office, sign } = await requestAndPrepare()
  expect(await statusOf(office)).toMatchObject({ canSignOnline: true })
  const { settings } = app.deps
  settings.production = true
  const refused = { status: 407, entity: { message: text.SIGNING_NOT_OFFERED } }
  for (const reply of [
    await requestSignature(office),
    await sign(),
    await office.browser.postCall(calls.startSigning.path, {}),
  ])
    expect(reply).toMatchObject(refused)
  expect(await statusOf(office)).toMatchObject({ canSignOnline: false })
  settings.production = false
  expect(await sign()).toMatchObject({ status: 200 })
})

test('counts the requests that reached each step online and on paper, with the median time', async () => {
  const ways = async () =>
    (await (await openAsStaff()).getCall<ContractWays>(calls.contractWays.path, { days: '30' })).entity
  app.clock.advance(31 * 86_400)
  const before = await ways()
  expect(before.online.map(({ reached }) => reached)).toEqual([0, 0, 0, 0, 0, 0])
  const office = await registerByContract()
  app.clock.advance(600)
  await requestSignature(office)
  const signId = await linkTo(office.director)
  app.clock.advance(300)
  const { sign } = await readyToSign(office.director, signId)
  await registerByContract()
  const step = (name: string, reached: number, medianSeconds?: number) => ({
    step: name,
    reached,
    ...(medianSeconds === undefined ? {} : { medianSeconds }),
  })
  const { online, paper } = await ways()
  expect(online).toEqual([
    step('REGISTERED', 1),
    step('ASKED', 1, 600),
    step('OPENED', 1, 300),
    step('CONFIRMED', 1, 0),
    step('SIGNED', 0),
    step('VALIDATED', 0),
  ])
  expect(paper[0]?.reached).toBe((before.paper[0]?.reached ?? 0) + 1)
  app.clock.advance(60)
  await sign()
  expect((await ways()).online[4]).toEqual(step('SIGNED', 1, 60))
})

test('only the registrant can ask for a signature, for an open request and within rate limits', async () => {
  const office = await registerByContract()
  const stranger = await registerByContract('1100000011')
  expect(await requestSignature(stranger, { reference: office.reference })).toMatchObject({
    status: 404,
    entity: { message: text.NOTHING_TO_SIGN },
  })
  expect(await stranger.browser.get(`/Provider${calls.signedCopy.path}?reference=${office.reference}`)).toMatchObject({
    statusCode: 404,
  })
  expect(await requestSignature(office, { confirmEmail: 'x@y.example' })).toMatchObject({ status: 400 })
  expect(await requestSignature(office, { name: '' })).toMatchObject({ status: 400 })
  for (let sent = 0; sent < 3; sent += 1) expect(await requestSignature(office)).toMatchObject({ status: 200 })
  expect(await requestSignature(office)).toMatchObject({ status: 407, entity: { message: TOO_MUCH_MAIL } })
  const others = Array.from({ length: 8 }, (_, number) => `d${number}.${office.director}`)
  const replies = []
  for (const email of others) replies.push(await requestSignature(office, { email, confirmEmail: email }))
  expect(replies.at(-1)).toMatchObject({ status: 407, entity: { message: text.TOO_MANY_ASKED } })
})

/** Starts over as often as asked: cancels the signing, starts a new one and gets a new code. */
async function startOver(office: Office, times: number, attempt: (signId: string) => Promise<unknown>) {
  for (let time = 0; time < times; time += 1) {
    const begun = await office.browser.postCall<SigningStarted>(calls.startSigning.path, {})
    expect(begun).toMatchObject({ status: 200 })
    await open(office.browser, begun.entity.signId)
    await attempt(begun.entity.signId)
    expect(await office.browser.postCall(calls.cancelSigning.path, {})).toMatchObject({ status: 200 })
  }
}

async function countMails(to: string, kind: string): Promise<number> {
  const mails = app.db.selectFrom('mail_message').select('id').where('kind', '=', kind)
  return (await mails.where(sql`lower(to_address)`, '=', to.toLowerCase()).execute()).length
}

test('canceling and starting again gives no further codes and no further tries', async () => {
  const office = await registerByContract()
  const messages: (string | undefined)[] = []
  await startOver(office, 8, async (signId) => {
    await sendCode(office.browser, signId)
    const right = codeIn((await mailTo(office.email, 'signing.code'))?.body)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let i = 0; i < 3; i += 1) messages.push((await confirm(office.browser, signId, wrong)).entity.message)
  })
  expect(await countMails(office.email, 'signing.code')).toBe(5)
  expect(messages.filter((message) => message === text.codeMistyped(2))).toHaveLength(4)
  expect(messages.slice(9, 15)).toEqual([
    ...[text.codeMistyped(2), text.TRIES_USED_UP, text.CODE_OVER],
    ...[text.TRIES_USED_UP, text.CODE_OVER, text.CODE_OVER],
  ])
  expect(messages.slice(15)).toEqual(Array(9).fill(text.CODE_OVER))
})

test('counts codes and tries for an address and from a network over all requests', async () => {
  const { limits } = app.deps.settings
  app.deps.settings.limits = { ...limits, signingCodesPerDayPerTarget: 2, signingCodesPerDayPerAddress: 3 }
  const director = 'shared.director@practice.example'
  const requestFor = async (npi: string, email: string) => {
    const office = await registerByContract(npi)
    expect(await requestSignature(office, { email, confirmEmail: email })).toMatchObject({ status: 200 })
    return linkTo(email)
  }
  const usedUp = { status: 407, entity: { message: text.CODES_USED_UP } }
  const desk = atDesk()
  const first = await requestFor('1100000011', director)
  const second = await requestFor('1100000029', director.toUpperCase())
  const elsewhere = await requestFor('1100000037', 'someone.else@practice.example')
  expect(await sendCode(desk, first)).toMatchObject({ status: 200 })
  expect(await sendCode(desk, second)).toMatchObject({ status: 200 })
  for (const signId of [first, second]) expect(await sendCode(atDesk(), signId)).toMatchObject(usedUp)
  expect(await sendCode(desk, elsewhere)).toMatchObject({ status: 200 })
  expect(await sendCode(desk, elsewhere)).toMatchObject(usedUp)
  expect(await sendCode(atDesk(), elsewhere)).toMatchObject({ status: 200 })

  app.deps.settings.limits = { ...limits, signingTriesPerDayPerTarget: 2, signingTriesPerDayPerAddress: 3 }
  const tries = [first, second, first].map((signId) => confirm(atDesk(), signId, '12345x'))
  expect((await Promise.all(tries)).map(({ entity }) => entity.message)).toEqual(Array(3).fill(text.CODE_SIX_DIGITS))
  const right = codeIn((await mailTo(director, 'signing.code'))?.body)
  const wrong = right === '000000' ? '000001' : '000000'
  for (const signId of [first, second]) await confirm(desk, signId, wrong)
  expect(await confirm(atDesk(), first, right)).toMatchObject({ status: 407, entity: { message: text.TRIES_USED_UP } })
  await confirm(desk, elsewhere, wrong)
  expect(await confirm(desk, elsewhere, wrong)).toMatchObject({ entity: { message: text.TRIES_USED_UP } })
})

test('counts links to sign for a request and from a network, whether sent first or again', async () => {
  const { limits } = app.deps.settings
  app.deps.settings.limits = { ...limits, signingMailsPerDay: 2, signingMailsPerDayPerAddress: 3 }
  const refused = { status: 407, entity: { message: TOO_MUCH_MAIL } }
  const office = await registerByContract('1100000011')
  const again = () => office.browser.postCall(calls.sendSigningAgain.path, { reference: office.reference })
  const to = (email: string) => ({ email, confirmEmail: email })
  expect(await requestSignature(office)).toMatchObject({ status: 200 })
  expect(await again()).toMatchObject({ status: 200 })
  expect(await again()).toMatchObject(refused)
  expect(await requestSignature(office, to(`other.${office.director}`))).toMatchObject(refused)
  expect(await countMails(office.director, 'signing.asked')).toBe(2)
  app.deps.settings.limits = { ...limits, signingMailsPerDayPerAddress: 3 }
  expect(await again()).toMatchObject({ status: 200 })
  expect(await requestSignature(office, to(`other.${office.director}`))).toMatchObject(refused)
})

test('never validates automatically if the registrant gave the plan’s address as their own', async () => {
  app.deps.settings.esignSelfValidates = true
  const email = 'Office@OldHarbor.example'
  const group = { regType: 'PG', pgGroupMap: { PG1001: { id: 'PG1001', checked: true } } }
  const office = await registerByContract('1300000019', { ...group, email, confirmEmail: email })
  const typed = email.toLowerCase()
  await requestSignature(office, { email: typed, confirmEmail: typed })
  const mailed = await readyToSign(typed, await linkTo(typed))
  expect(await mailed.sign()).toMatchObject({ status: 200 })
  const begun = await office.browser.postCall<SigningStarted>(calls.startSigning.path, {})
  const self = await readyToSign(office.email, begun.entity.signId, office.browser)
  expect(await self.sign({ name: 'Robin Sample' })).toMatchObject({ status: 200 })
  expect(await reviewOf(office)).toMatchObject({
    contracts: [{ state: 'RECEIVED' }, { state: 'SUPERSEDED' }],
    signings: [
      { way: 'SELF', planAddress: 'OWN' },
      { way: 'ASKED', planAddress: 'OWN' },
    ],
  })
})

/** A folder in which the server makes another certificate, of the same name. */
function makeOtherKeys() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-other-keys-'))
  return { settings: { ...app.deps.settings, dataDir }, remove: () => rmSync(dataDir, { recursive: true }) }
}

async function replaceFile(change: (file: { content: Buffer; safeCopy: Buffer }) => Promise<Buffer>) {
  const contracts = app.db.selectFrom('signed_contract').select(['id', 'content', 'safe_copy']).orderBy('id', 'desc')
  const { id, content, safe_copy: safeCopy } = await contracts.limit(1).executeTakeFirstOrThrow()
  if (!content || !safeCopy) throw new Error('there is no signed file')
  const other = await change({ content, safeCopy })
  const sha256 = createHash('sha256').update(other).digest('hex')
  await app.db.updateTable('signed_contract').set({ content: other, sha256 }).where('id', '=', id).execute()
}

const WORDS = { field: 'Signature1', reason: 'Signed', name: 'The Plan, Inc.', at: new Date('2026-03-02T15:00:00Z') }

test('a signature by a certificate that the plan never used is not valid, even one of the same name', async () => {
  const { office, sign } = await requestAndPrepare()
  await sign()
  const [genuine] = (await reviewOf(office)).signings
  const keys = makeOtherKeys()
  try {
    const forger = findSigningCertificate(keys.settings)
    await replaceFile(({ safeCopy }) => signPdf(safeCopy, forger, WORDS))
    const [forged] = (await reviewOf(office)).signings
    expect(forged).toMatchObject({ certificate: genuine?.certificate, signatureValid: false, unchanged: false })
    await replaceFile(({ safeCopy }) => signPdf(safeCopy, findSigningCertificate(app.deps.settings), WORDS))
    await replaceFile(({ content }) => signPdf(content, forger, { ...WORDS, field: 'Signature2' }))
    expect((await reviewOf(office)).signings).toMatchObject([{ signatureValid: false, unchanged: false }])
  } finally {
    keys.remove()
  }
})

test('signatures stay valid after the plan changes its certificate', async () => {
  const { office, sign } = await requestAndPrepare()
  await sign()
  const keys = makeOtherKeys()
  const { dataDir } = app.deps.settings
  try {
    app.deps.settings.dataDir = keys.settings.dataDir
    expect((await reviewOf(office)).signings).toMatchObject([{ signatureValid: true, unchanged: true }])
    const decision = { reference: office.reference, contractId: (await reviewOf(office)).contracts[0]?.id }
    expect(await (await openAsStaff()).postCall(calls.validateContract.path, decision)).toMatchObject({ status: 200 })
    expect((await reviewOf(office)).signings).toMatchObject([{ signatureValid: true, unchanged: true }])
  } finally {
    app.deps.settings.dataDir = dataDir
    keys.remove()
  }
})

test('the audit trail has the hash of the signed file, and a replaced file gets no signature of the plan', async () => {
  const { office, sign } = await requestAndPrepare()
  await sign()
  const findFile = () =>
    app.db.selectFrom('signed_contract').select(['content', 'sha256']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  const { sha256 } = await findFile()
  const recorded = app.db.selectFrom('audit_event').select('details').where('action', '=', 'signing.signed')
  expect((await recorded.executeTakeFirst())?.details).toMatchObject({ fileHash: sha256 })
  await replaceFile(({ safeCopy }) => signPdf(safeCopy, findSigningCertificate(app.deps.settings), WORDS))
  expect((await reviewOf(office)).signings).toMatchObject([{ signatureValid: true, unchanged: false }])
  await app.db.updateTable('contract_signing').set({ self_validates: true }).execute()
  expect(await sweep(app.deps, app.clock.now(), contractJobs.jobs)).toMatchObject({ 'validate-signed': 0 })
  expect((await reviewOf(office)).contracts).toMatchObject([{ state: 'RECEIVED' }])
  const decision = { reference: office.reference, contractId: (await reviewOf(office)).contracts[0]?.id }
  expect(await (await openAsStaff()).postCall(calls.validateContract.path, decision)).toMatchObject({ status: 200 })
  expect(findSignatures((await findFile()).content ?? Buffer.alloc(0))).toHaveLength(1)
  expect((await reviewOf(office)).signings).toMatchObject([{ unchanged: false }])
  expect((await mailTo(office.director, 'signing.validated'))?.body).not.toContain('our signature')
})
