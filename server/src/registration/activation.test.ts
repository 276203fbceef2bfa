import { ACTIVATION_LINK_EXPIRED, ACTIVATION_LINK_UNKNOWN, ACTIVATION_LINK_USED } from '@portico/core/forms/sentences'
import type { ActivationProfile } from '@portico/core/registration/model-shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { filledModel, openWizard, type Wizard } from '../../test/wizard.ts'
import { DEMO_TOKENS } from '../demo/seed/demo-access.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ clock: createTestClock(new Date()) })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

const token = DEMO_TOKENS.activation
const profile = (wizard: Wizard, activationId: string = token) =>
  wizard.get<ActivationProfile>('profileByActivationId', { activationId })
const invited = () =>
  app.db.selectFrom('account').selectAll().where('public_id', '=', 'demoinvited').executeTakeFirstOrThrow()

describe('profileByActivationId', () => {
  test('profileByActivationId shows the invited person and the scope of the account', async () => {
    const reply = await profile(openWizard(app))
    expect(reply).toMatchObject({
      status: 200,
      entity: { firstName: 'Imogen', lastName: 'Jellicoe', regRoleSel: 'AU', pgGroupKeys: ['PG1002'] },
    })
    expect(reply.entity.pgGroupMap.PG1002?.name).toBeTruthy()
  })

  test('profileByActivationId returns 406 with its own message for unknown, expired and used links', async () => {
    expect(await profile(openWizard(app), 'nonsense')).toMatchObject({
      status: 406,
      entity: { message: ACTIVATION_LINK_UNKNOWN },
    })
    expect(await profile(openWizard(app), DEMO_TOKENS.open)).toMatchObject({
      status: 406,
      entity: { message: ACTIVATION_LINK_UNKNOWN },
    })
    const wizard = openWizard(app)
    await profile(wizard)
    await wizard.post('activateUserAccount', filledModel(''))
    expect(await profile(openWizard(app))).toMatchObject({ status: 406, entity: { message: ACTIVATION_LINK_USED } })
  })

  test('an activation link expires after seven days', async () => {
    app.clock.advance(8 * 24 * 3600)
    expect(await profile(openWizard(app))).toMatchObject({ status: 406, entity: { message: ACTIVATION_LINK_EXPIRED } })
  })

  test('100 look-ups do not use up an activation link', async () => {
    await Promise.all(Array.from({ length: 100 }, () => profile(openWizard(app))))
    expect((await profile(openWizard(app))).status).toBe(200)
    expect((await invited()).state).toBe('INVITED')
  })
})

describe('activateUserAccount', () => {
  test('activateUserAccount sets the credentials and activates the invitation', async () => {
    const wizard = openWizard(app)
    await profile(wizard)
    const form = filledModel('', { userName: ' Imogen J1 ', regType: 'accountActivation' })
    expect(await wizard.post('activateUserAccount', form)).toMatchObject({ status: 200, entity: true })
    const account = await invited()
    expect(account).toMatchObject({
      state: 'ACTIVE',
      username: 'Imogen J1',
      first_name: 'Imogen',
      last_name: 'Jellicoe',
    })
    const grant = await app.db.selectFrom('access_grant').select('state').where('account_id', '=', account.id).execute()
    expect(grant.map((row) => row.state)).toEqual(['ACTIVE'])
    expect((await wizard.post('activateUserAccount', form)).entity).toBe(true)
    const signedIn = await wizard.browser.signIn('imogen j1', String(form.password))
    expect(signedIn.headers.location).toContain('/thp/portal/providers/')
    expect(signedIn.headers.location).not.toContain('error')
  })

  test('activateUserAccount refuses a registration without the activation link', async () => {
    expect((await openWizard(app).post('activateUserAccount', filledModel(''))).status).toBe(400)
    const registered = openWizard(app)
    await registered.enterNpi('1100000011')
    expect((await registered.post('activateUserAccount', filledModel(''))).status).toBe(400)
    const request = openWizard(app)
    await request.get('regByReqId', { reqId: DEMO_TOKENS.open })
    expect((await request.post('activateUserAccount', filledModel(''))).status).toBe(400)
    const activation = openWizard(app)
    await profile(activation)
    for (const call of ['addSaa', 'addPoPgSaa', 'addNonSaaUser'] as const)
      expect((await activation.post(call, filledModel('1400000026', { reqId: token }))).status).toBe(400)
    expect((await invited()).state).toBe('INVITED')
  })

  test('activateUserAccount returns 405 for a taken name and 407 for an invalid form, and leaves the link open', async () => {
    const wizard = openWizard(app)
    await profile(wizard)
    expect((await wizard.post('activateUserAccount', filledModel('', { userName: 'DEMOSAA' }))).status).toBe(405)
    expect((await wizard.post('activateUserAccount', filledModel('', { password: 'short' }))).status).toBe(407)
    expect((await wizard.post('activateUserAccount', filledModel(''))).entity).toBe(true)
  })

  test('30 parallel activations in five browsers activate one account', async () => {
    const wizards = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const wizard = openWizard(app)
        await profile(wizard)
        return { wizard, form: filledModel('') }
      }),
    )
    const posts = Array.from({ length: 30 }, (_, index) => {
      const { wizard, form } = wizards[index % 5] as (typeof wizards)[number]
      return wizard.post('activateUserAccount', form)
    })
    const replies = await Promise.all(posts)
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(6)
    expect(replies.filter((reply) => reply.status === 407)).toHaveLength(24)
  })
})
