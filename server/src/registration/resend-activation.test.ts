import { INVALID_EMAIL } from '@portico/core/forms/messages'
import { ACTIVATION_LINK_UNKNOWN, INVITATION_OVER } from '@portico/core/forms/sentences'
import { TOO_MANY_LINKS_REQUESTED } from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { filledModel, findMail, openWizard } from '../../test/wizard.ts'
import { DEMO_TOKENS } from '../demo/seed/demo-access.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ clock: createTestClock(new Date('2025-11-03T15:00:00Z')) })
})
beforeEach(async () => {
  await app.reset()
  // The invitation of the demo data was sent long ago.
  await app.db
    .updateTable('link')
    .set({ created_at: new Date('2025-11-01T15:00:00Z') })
    .execute()
})
afterAll(() => app.close())

const invitations = async () => {
  const rows = await app.db.selectFrom('mail_message').select('id').where('kind', '=', 'account.invited').execute()
  return rows.length
}
const invitedAddress = async () => {
  const account = app.db.selectFrom('account').select('email').where('public_id', '=', 'demoinvited')
  return (await account.executeTakeFirstOrThrow()).email
}

describe('resendActivation', () => {
  test('resendActivation mails a new link that works, and the older one ends', async () => {
    const email = await invitedAddress()
    const visitor = openWizard(app)
    expect(await visitor.post('resendActivation', { email: ` ${email.toUpperCase()} ` })).toMatchObject({
      status: 200,
      entity: true,
    })
    const { token } = await findMail(app, 'account.invited', email)
    const wizard = openWizard(app)
    expect((await wizard.get('profileByActivationId', { activationId: token })).status).toBe(200)
    expect(await openWizard(app).get('profileByActivationId', { activationId: DEMO_TOKENS.activation })).toMatchObject({
      status: 406,
      entity: { message: ACTIVATION_LINK_UNKNOWN },
    })
    expect((await wizard.post('activateUserAccount', filledModel(''))).entity).toBe(true)
  })

  test('resendActivation returns the same reply for an address without an invitation, and sends nothing', async () => {
    const before = await invitations()
    for (const email of ['nobody@office.example', 'demosaa@office.example'])
      expect(await openWizard(app).post('resendActivation', { email })).toMatchObject({ status: 200, entity: true })
    expect(await invitations()).toBe(before)
  })

  test('resendActivation allows three requests a day per address, invited or not, and refuses the fourth', async () => {
    for (const email of [await invitedAddress(), 'nobody@office.example']) {
      for (let time = 0; time < 3; time += 1)
        expect((await openWizard(app).post('resendActivation', { email })).status).toBe(200)
      expect(await openWizard(app).post('resendActivation', { email: email.toUpperCase() })).toMatchObject({
        status: 407,
        entity: { message: TOO_MANY_LINKS_REQUESTED },
      })
    }
    app.clock.advance(24 * 3600)
    expect((await openWizard(app).post('resendActivation', { email: await invitedAddress() })).status).toBe(200)
  })

  test('requests from another network neither use up the limit of the invited person nor end the link just sent', async () => {
    const email = await invitedAddress()
    const resend = (address: string) =>
      app.openBrowser({ address }).postCall('/rest/nonsec/reg/resendActivation', { email })
    expect((await resend('198.51.100.1')).status).toBe(200)
    const { token } = await findMail(app, 'account.invited', email)
    const before = await invitations()
    for (let time = 0; time < 4; time += 1) await resend('198.51.100.1')
    expect((await resend('198.51.100.2')).status).toBe(200)
    expect(await invitations()).toBe(before)
    expect((await openWizard(app).get('profileByActivationId', { activationId: token })).status).toBe(200)
    app.clock.advance(16 * 60)
    await resend('198.51.100.2')
    expect(await invitations()).toBe(before + 1)
  })

  test('resendActivation renews no link after the inviter has lost the right to invite', async () => {
    const email = await invitedAddress()
    const inviter = app.db.selectFrom('account').select('id').where('public_id', '=', 'demosaa')
    const { id } = await inviter.executeTakeFirstOrThrow()
    await app.db.updateTable('access_request').set({ invited_by: id }).where('path', '=', 'INVITATION').execute()
    const opens = () => openWizard(app).get('profileByActivationId', { activationId: DEMO_TOKENS.activation })
    expect((await opens()).status).toBe(200)
    await app.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('account_id', '=', id).execute()
    expect(await opens()).toMatchObject({ status: 406, entity: { message: INVITATION_OVER } })
    const before = await invitations()
    expect(await openWizard(app).post('resendActivation', { email })).toMatchObject({ status: 200, entity: true })
    app.clock.advance(100 * 24 * 3600)
    expect(await openWizard(app).post('resendActivation', { email })).toMatchObject({ status: 200, entity: true })
    expect(await invitations()).toBe(before)
  })

  test('resendActivation refuses a malformed address and an injected line break', async () => {
    expect(await openWizard(app).post('resendActivation', { email: 'nobody' })).toMatchObject({
      status: 407,
      entity: { message: INVALID_EMAIL },
    })
    const before = await invitations()
    const injected = `${await invitedAddress()}\r\nBcc: other@office.example`
    expect((await openWizard(app).post('resendActivation', { email: injected })).status).not.toBe(200)
    expect(await invitations()).toBe(before)
  })
})
