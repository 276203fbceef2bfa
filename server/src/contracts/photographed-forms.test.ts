import { createHash } from 'node:crypto'
import * as calls from '@portico/core/contracts/calls'
import type { ContractReview } from '@portico/core/contracts/shapes'
import type { Contract } from '@portico/core/registration/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { heic, PLACE, photo } from '../../test/photos.ts'
import { filledModel, openWizard, solveCaptcha } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { PDF_AND_PICTURES } from './domain/texts.ts'

let app: TestApp
let staff: TestBrowser
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 1 }, limits: { inspectionMs: 30_000 } } })
})
beforeEach(async () => {
  await app.reset()
  staff = app.openBrowser({ address: '203.0.113.77' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
})
afterAll(() => app.close())

async function registerByContract(npi = '1200000010') {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  const model = filledModel(npi, { regBy: '', captchaRes: await solveCaptcha(wizard) })
  expect(await wizard.post('addPoPgSaa', model)).toMatchObject({ status: 200 })
  const { entity } = await wizard.get<Contract>('regContract')
  await wizard.browser.signIn(String(model.userName), String(model.password))
  const { browser } = wizard
  const send = (body: object) =>
    browser.postCall(calls.uploadContract.path, { reference: entity.reference, fileName: 'form.jpg', ...body })
  return { send, reference: entity.reference, blank: entity.regContract }
}

const picture = (file: Buffer, turn = 0) => ({ content: file.toString('base64'), turn })

async function findContracts(reference: string) {
  return (await staff.getCall<ContractReview>(calls.reviewContract.path, { reference })).entity.contracts
}

/** Forms made from pictures in this test, without the demo's. */
const findMade = () =>
  app.db
    .selectFrom('signed_contract')
    .selectAll()
    .where('pictures', 'is not', null)
    .where('recorded_by', 'is not', null)
    .execute()

test('pictures of the signed form become one PDF, which is kept, hashed and shown to plan staff', async () => {
  const { send, reference } = await registerByContract()
  const pictures = [picture(photo({ orientation: 6 })), picture(photo(), 90), picture(photo())]
  expect(await send({ pictures })).toMatchObject({ status: 200, entity: true })

  const [contract] = await findContracts(reference)
  expect(contract).toMatchObject({ cameBy: 'UPLOAD', fileName: 'form.pdf', hasFile: true, pages: 3, pictures: 3 })
  const [row] = await findMade()
  const { content, safe_copy: safeCopy, sha256 } = row ?? {}
  expect(content?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(sha256).toBe(
    createHash('sha256')
      .update(content ?? '')
      .digest('hex'),
  )
  // Nothing of the pictures is left: they were drawn again.
  for (const text of [PLACE, 'Exif']) expect(content?.includes(text) || safeCopy?.includes(text)).toBe(false)
  const view = await staff.get(`/Provider${calls.contractView.path}?id=${contract?.id}`)
  expect(view.headers['content-type']).toBe('application/pdf')
  expect(view.rawPayload.equals(safeCopy ?? Buffer.alloc(0))).toBe(true)
  const file = await staff.get(`/Provider${calls.contractFile.path}?id=${contract?.id}`)
  expect(file.rawPayload.equals(content ?? Buffer.alloc(0))).toBe(true)
  const { details } = await app.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'contract.received')
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({ cameBy: 'UPLOAD', pictures: 3, fileHash: sha256 })
})

test('the same pictures, sent again, are stored once; in another order, they are a new copy', async () => {
  const { send, reference } = await registerByContract()
  const [one, other] = [picture(photo()), picture(photo(), 180)]
  for (let times = 0; times < 2; times += 1)
    expect(await send({ pictures: [one, other] })).toMatchObject({ status: 200 })
  expect(await findContracts(reference)).toHaveLength(1)
  await send({ pictures: [other, one] })
  expect(await findContracts(reference)).toMatchObject([{ state: 'RECEIVED' }, { state: 'SUPERSEDED' }])
})

test('a refused picture is named, nothing is stored, and the earlier copy stays', async () => {
  const { send, reference, blank } = await registerByContract()
  await send({ content: blank })
  const reply = await send({ pictures: [picture(photo()), picture(heic())] })
  expect(reply.status).toBe(400)
  expect(reply.entity.message).toMatch(/^Picture 2 is in the HEIC format/)
  expect((await send({ pictures: [picture(photo())], content: blank })).entity.message).toBe(PDF_AND_PICTURES)
  for (const pictures of [[], [{ content: 'x' }], [{ ...picture(photo()), turn: 45 }], 'x'])
    expect((await send({ pictures })).status, JSON.stringify(pictures)).not.toBe(200)
  expect(await findContracts(reference)).toMatchObject([{ state: 'RECEIVED', pictures: 0, pages: 2 }])
})

test('counts inspected forms by what was sent and what the inspection found', async () => {
  const { send, blank } = await registerByContract()
  const count = async () => {
    const { values } = await app.deps.metrics.signedForms.get()
    return values.map(({ labels, value }) => [labels.sent_as, labels.outcome, value])
  }
  app.deps.metrics.signedForms.reset()
  await send({ content: blank })
  await send({ pictures: [picture(photo())] })
  await send({ pictures: [picture(heic())] })
  expect(await count()).toEqual([
    ['pdf', 'accepted', 1],
    ['pictures', 'accepted', 1],
    ['pictures', 'upload-picture-heic', 1],
  ])
})

test('plan staff record a mailed form from pictures', async () => {
  const { reference } = await registerByContract()
  const body = { reference, cameBy: 'MAIL', fileName: 'desk.jpeg', pictures: [picture(photo())] }
  expect(await staff.postCall(calls.recordContract.path, body)).toMatchObject({ status: 200, entity: true })
  expect(await findContracts(reference)).toMatchObject([
    { cameBy: 'MAIL', fileName: 'desk.pdf', pictures: 1, pages: 1 },
  ])
})

test('another registrant cannot send pictures for the request', async () => {
  const { reference } = await registerByContract()
  const stranger = await registerByContract('1100000052')
  expect((await stranger.send({ reference, pictures: [picture(photo())] })).status).toBe(404)
  expect(await findMade()).toEqual([])
})
