import type { PermissionItem } from '@portico/core/access/shapes'
import { SELECT_PERMISSION } from '@portico/core/forms/messages'
import {
  NO_ADMINISTRATOR_YET,
  PERMISSION_NOT_OFFERED,
  TOO_MANY_SUBMISSIONS,
} from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { type Body, filledModel, openWizard, solveCaptcha, type Wizard } from '../../test/wizard.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 10 } } })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

const chosen = (...ids: string[]): PermissionItem[] =>
  ids.map((referenceId) => ({ referenceId, referenceShortDesc: '', readOnly: 'FALSE', checked: true }))

async function submit(wizard: Wizard, npi: string, change: Body) {
  const form = filledModel(npi, {
    regRoleSel: 'AU',
    permissionList: chosen('CLAIM'),
    captchaRes: await solveCaptcha(wizard),
    ...change,
  })
  return { form, reply: await wizard.post('addNonSaaUser', form) }
}

async function asRole(npi: string, role: string) {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  await wizard.chooseRole(npi, role)
  return wizard
}

const grantsOf = (email: unknown) =>
  app.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .select(['role', 'access_grant.state', 'scope_kind', 'scope_id', 'permissions'])
    .where('email', '=', String(email))
    .execute()

describe('addNonSaaUser', () => {
  test('a registration can submit its form sixty times in five minutes, and does not block other registrations', async () => {
    const wizard = await asRole('1400000018', 'AU')
    const { reply } = await submit(wizard, '1400000018', { permissionList: [] })
    expect(reply).toMatchObject({ status: 407, entity: { message: SELECT_PERMISSION } })
    const form = filledModel('1400000018', { regRoleSel: 'AU', permissionList: [] })
    for (let sent = 1; sent < 60; sent += 1) await wizard.post('addNonSaaUser', form)
    const refused = { status: 407, entity: { message: TOO_MANY_SUBMISSIONS } }
    expect(await wizard.post('addNonSaaUser', form)).toMatchObject(refused)
    expect((await submit(await asRole('1400000018', 'AU'), '1400000018', {})).reply.entity).toBe(true)
    app.clock.advance(300)
    expect(await wizard.post('addNonSaaUser', form)).toMatchObject({ entity: { message: SELECT_PERMISSION } })
  })

  test.each(['AA', 'AU'])(
    'a request for %s is pending until approval and includes read-only permissions',
    async (role) => {
      const { form, reply } = await submit(await asRole('1400000018', role), '1400000018', { regRoleSel: role })
      expect(reply).toMatchObject({ status: 200, entity: true })
      const [grant, ...others] = await grantsOf(form.email)
      expect(others).toEqual([])
      expect(grant).toMatchObject({ role, state: 'PENDING_APPROVAL', scope_kind: 'NPI', scope_id: '1400000018' })
      expect(grant?.permissions.toSorted()).toEqual(['CLAIM', 'HOME'])
      const mails = await app.db
        .selectFrom('mail_message')
        .select('kind')
        .where('kind', '=', 'request.approval-needed')
        .execute()
      expect(mails.length).toBeGreaterThan(0)
    },
  )

  test('addNonSaaUser requests access to a group', async () => {
    const group = { regType: 'PG', pgGroupMap: { PG1002: { id: 'PG1002', checked: true } } }
    const { form, reply } = await submit(await asRole('1400000026', 'AU'), '1400000026', group)
    expect(reply.entity).toBe(true)
    expect(await grantsOf(form.email)).toMatchObject([
      { state: 'PENDING_APPROVAL', scope_kind: 'PG', scope_id: 'PG1002' },
    ])
  })

  test('addNonSaaUser requests access to one NPI whose group has the SAA', async () => {
    const { reply } = await submit(await asRole('1400000026', 'AU'), '1400000026', { regType: 'NPI' })
    expect(reply.entity).toBe(true)
  })

  test('addNonSaaUser requires NPI, profile, captcha and the role of the profile', async () => {
    const visitor = openWizard(app)
    expect((await submit(visitor, '1400000018', {})).reply.status).toBe(400)
    const unprofiled = openWizard(app)
    await unprofiled.enterNpi('1400000018')
    expect((await submit(unprofiled, '1400000018', {})).reply.status).toBe(400)
    const saa = await asRole('1400000018', 'SAA')
    expect((await submit(saa, '1400000018', {})).reply.status).toBe(400)
    const au = await asRole('1400000018', 'AU')
    expect((await submit(au, '1400000018', { captchaRes: '' })).reply.status).toBe(400)
    for (const role of ['AA', 'SAA', ''])
      expect((await submit(au, '1400000018', { regRoleSel: role })).reply.status).toBe(400)
    expect((await submit(au, '1400000018', {})).reply.entity).toBe(true)
  })

  test('addNonSaaUser refuses permissions that the SAA does not have', async () => {
    await app.db
      .updateTable('access_grant')
      .set({ permissions: ['HOME', 'CLAIM'] })
      .where('entity', '=', 'NPI:1400000018')
      .where('role', '=', 'SAA')
      .execute()
    const wizard = await asRole('1400000018', 'AU')
    for (const ids of [['ELIG'], ['CLAIM', 'ROSTER'], ['EVERYTHING'], ['claim']]) {
      const { reply } = await submit(wizard, '1400000018', { permissionList: chosen(...ids) })
      expect(reply).toMatchObject({ status: 407, entity: { message: PERMISSION_NOT_OFFERED } })
    }
    const none = await submit(wizard, '1400000018', { permissionList: [] })
    expect(none.reply).toMatchObject({ status: 407, entity: { message: SELECT_PERMISSION } })
    const waiting = await app.db
      .selectFrom('access_request')
      .select('id')
      .where('role', '=', 'AU')
      .where('npi', '=', '1400000018')
      .execute()
    expect(waiting).toEqual([])
  })

  test('addNonSaaUser refuses a group without an SAA', async () => {
    await app.db.insertInto('group_member').values({ group_id: 'PG1001', npi: '1400000018' }).execute()
    const group = { regType: 'PG', pgGroupMap: { PG1001: { id: 'PG1001', checked: true } } }
    const { reply } = await submit(await asRole('1400000018', 'AU'), '1400000018', group)
    expect(reply).toMatchObject({ status: 407, entity: { message: PERMISSION_NOT_OFFERED } })
  })

  test('addNonSaaUser refuses an NPI that no longer has an administrator', async () => {
    const wizard = await asRole('1400000018', 'AU')
    await app.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('entity', '=', 'NPI:1400000018').execute()
    const { reply } = await submit(wizard, '1400000018', {})
    expect(reply).toMatchObject({ status: 400, entity: { message: NO_ADMINISTRATOR_YET } })
  })

  test('the ignore flag of addNonSaaUser counts only after a 403', async () => {
    const wizard = await asRole('1400000018', 'AU')
    const first = await submit(wizard, '1400000018', {})
    const again = await asRole('1400000018', 'AU')
    const { email } = first.form
    const same = { email, confirmEmail: email }
    expect((await submit(again, '1400000018', { ...same, ignoreExistAuAaAccount: true })).reply.status).toBe(403)
    expect((await submit(again, '1400000018', { ...same, ignoreExistSaaAccount: true })).reply.status).toBe(403)
    expect((await submit(again, '1400000018', { ...same, ignoreExistAuAaAccount: true })).reply.entity).toBe(true)
  })
})
