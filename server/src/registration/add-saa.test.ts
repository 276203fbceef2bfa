import { COMMON_PASSWORD, HIDDEN_CHARACTERS, QUESTION_UNKNOWN, USER_NAME_TAKEN } from '@portico/core/forms/sentences'
import { addSaa } from '@portico/core/registration/calls'
import { emptyRegistration } from '@portico/core/registration/model'
import { ACCOUNT_FOUND } from '@portico/core/registration/texts/later-messages'
import { ALREADY_SUBMITTED, PROOF_EXPIRED, REPLACEMENT_NOT_CONFIRMED } from '@portico/core/registration/texts/sentences'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { type Body, filledModel, openWizard } from '../../test/wizard.ts'

const npi = '1100000011'
const ssn = '4321'
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { limits: { quizzesPerDayPerNpi: 1000 } } })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from account) as accounts, (select count(*)::int from access_request) as requests,
      (select count(*)::int from access_grant) as grants, (select count(*)::int from mail_message) as mails`.execute(
    app.db,
  )
  return rows[0]
}

/** Number of connections to this database that wait for a lock. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct l.pid)::int as waiting from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`.execute(app.db)
  return rows[0]?.waiting
}

/** Every table except those of imported files, as text. Bytes appear in hexadecimal and as text. */
async function readKeptTables(): Promise<Record<string, string>> {
  const imported = ['provider', 'provider_word', 'member', 'claim', 'sco_case', 'sco_invoice']
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
  const texts: Record<string, string> = {}
  for (const { schema, name } of tables.filter((table) => !imported.includes(table.name))) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, ' ') as text from ${sql.table(`${schema}.${name}`)} t`.execute(app.db)
    const text = rows[0]?.text ?? ''
    const bytes = [...text.matchAll(/\\\\?x([0-9a-f]+)/g)].map(([, hex]) =>
      Buffer.from(hex ?? '', 'hex').toString('latin1'),
    )
    texts[`${schema}.${name}`] = [text, ...bytes].join('\n')
  }
  return texts
}

const activeSaa = (id = npi) =>
  app.db
    .selectFrom('access_grant')
    .innerJoin('account', 'account.id', 'access_grant.account_id')
    .selectAll('account')
    .select(['access_grant.role', 'access_grant.state as grant_state', 'access_grant.permissions'])
    .where('entity', '=', `NPI:${id}`)
    .where('role', '=', 'SAA')
    .where('access_grant.state', '=', 'ACTIVE')
    .execute()

describe('addSaa for a physician', () => {
  test('addSaa makes a physician an active SAA at once, named as the NPI is', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const form = filledModel(npi, { firstName: 'Another', lastName: 'Person', phone: '+1 (512) 555-0177' })
    expect(await wizard.post('addSaa', form)).toMatchObject({ http: 200, status: 200, entity: true })
    const [saa, ...others] = await activeSaa()
    expect(others).toEqual([])
    expect(saa).toMatchObject({
      first_name: 'Eleanor',
      last_name: 'Whitlock',
      email: form.email,
      phone: '5125550177',
      phone_ext: '12',
      state: 'ACTIVE',
      kind: 'provider',
      brand: 'harborview',
    })
    expect(saa?.permissions).toHaveLength(6)
    const audit = await app.db.selectFrom('audit_event').select('action').where('npi', '=', npi).execute()
    expect(audit.map((row) => row.action)).toEqual(
      expect.arrayContaining(['identity.proved', 'quiz.passed', 'request.made', 'request.activated']),
    )
    const mails = await app.db.selectFrom('mail_message').select('to_address').execute()
    expect(mails.map((mail) => mail.to_address)).toContain(form.email)
    expect((await wizard.enterNpi(npi)).entity).toMatchObject({ regExists: true, regAtNpiExists: true })
  })

  test('entering the same number again preserves the passed quiz', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    expect((await wizard.validate(npi, { validateBy: 'ssn', lastSsn: ssn })).entity).toBe(true)
    expect(await wizard.post('addSaa', filledModel(npi))).toMatchObject({ status: 200, entity: true })
  })

  test('addSaa creates an account only with NPI, SSN, quiz and the right registration', async () => {
    const before = await counts()
    const results: Record<string, number> = {}
    for (let subset = 0; subset < 16; subset++) {
      const has = { npi: subset & 1, ssn: subset & 2, quiz: subset & 4, right: subset & 8 }
      const wizard = openWizard(app)
      // Also tries calls out of order.
      if (has.npi) await wizard.enterNpi(npi)
      if (has.ssn) await wizard.validate(npi, { validateBy: 'ssn', lastSsn: ssn })
      if (has.quiz) {
        const quiz = await wizard.requestQuiz(npi)
        if (quiz.status === 200) await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
      }
      const submitter = has.right ? wizard : openWizard(app)
      if (!has.right) await submitter.enterNpi(npi)
      const reply = await submitter.post('addSaa', filledModel(npi, { identifyFound: true, transactionId: 'forged' }))
      results[
        Object.entries(has)
          .filter(([, on]) => on)
          .map(([name]) => name)
          .join('+')
      ] = reply.status
      if (subset < 15) expect(await counts()).toEqual(before)
    }
    expect(results).toMatchObject({ 'npi+ssn+quiz+right': 200 })
    expect(Object.values(results).filter((status) => status === 200)).toHaveLength(1)
    expect(Object.values(results).filter((status) => status === 400)).toHaveLength(15)
    expect(await activeSaa()).toHaveLength(1)
  })

  test('forged keys of the model have no effect', async () => {
    const before = await counts()
    const forged: Body = {
      npiName: 'Forged',
      personFlag: 'N',
      foundSsn: true,
      foundTaxId: true,
      poId: 'PO101',
      poName: 'Forged',
      entityId: '1400000018',
      accountId: '1',
      regExists: true,
      allowAaAuReg: true,
      identifyFound: true,
      transactionId: 'forged',
      regStatus: 'ACTIVE',
      validateBy: 'ssn',
      lastSsn: ssn,
      reqId: 'forged',
      rejReqId: 'forged',
      acceptStaffReq: 'Y',
      regContract: 'forged',
      captchaKey: 'forged',
      captchaRes: 'forged',
      lockedMethods: [],
    }
    const keys = new Set([...Object.keys(emptyRegistration()), ...Object.keys(forged)])
    for (const key of keys) {
      const initial = (emptyRegistration() as unknown as Body)[key]
      const value = forged[key] ?? (typeof initial === 'boolean' ? true : typeof initial === 'string' ? 'SAA' : initial)
      const wizard = openWizard(app)
      await wizard.enterNpi(npi)
      for (const call of ['addSaa', 'addPoPgSaa', 'addNonSaaUser', 'activateUserAccount'] as const) {
        const reply = await wizard.post(call, filledModel(npi, { [key]: value }))
        expect({ key, call, made: reply.status === 200 && reply.http === 200 }).toEqual({ key, call, made: false })
      }
    }
    expect(await counts()).toEqual(before)
  })

  test('with full proofs no key of the model changes the NPI, the role or the account', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const reply = await wizard.post(
      'addSaa',
      filledModel(npi, {
        regType: 'PO',
        regRoleSel: 'AU',
        poId: 'PO101',
        entityId: '1400000018',
        accountId: '1',
        easyReg: true,
        regStatus: 'ACTIVE',
      }),
    )
    expect(reply.entity).toBe(true)
    const request = await app.db
      .selectFrom('access_request')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(request).toMatchObject({ role: 'SAA', reg_type: 'NPI', npi, org_id: null, path: 'SELF', state: 'ACTIVE' })
  })

  test('refuses a model with an NPI other than the proved one', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    expect((await wizard.post('addSaa', filledModel('1100000029'))).status).toBe(400)
    expect(await activeSaa('1100000029')).toEqual([])
  })

  test('50 identical parallel submissions create one account and one mail of each kind', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const before = await counts()
    const form = filledModel(npi)
    const replies = await Promise.all(Array.from({ length: 50 }, () => wizard.post('addSaa', form)))
    expect(replies.every((reply) => reply.status === 200 && reply.entity === (true as unknown))).toBe(true)
    const after = await counts()
    expect(after).toMatchObject({
      accounts: (before?.accounts ?? 0) + 1,
      requests: (before?.requests ?? 0) + 1,
      grants: (before?.grants ?? 0) + 1,
    })
    const mails = await app.db
      .selectFrom('mail_message')
      .select('id')
      .where('to_address', '=', String(form.email))
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('identical submissions to several processes create one account and one mail of each kind', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const before = await counts()
    const form = filledModel(npi)
    // The comparison ignores this field, but it prevents this process from sharing one run of the work.
    const post = (_: unknown, process: number) => wizard.post('addSaa', { ...form, captchaRes: `${process}` })
    // Locks the user name until every submission is inside its transaction.
    const { replies } = await app.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`user:${form.userName}`}, 0))`.execute(trx)
      const posted = Promise.all(Array.from({ length: 4 }, post))
      await expect.poll(countWaiting).toBe(4)
      return { replies: posted }
    })
    expect((await replies).map((reply) => reply.entity)).toEqual(Array(4).fill(true))
    expect(await counts()).toMatchObject({
      accounts: (before?.accounts ?? 0) + 1,
      requests: (before?.requests ?? 0) + 1,
      grants: (before?.grants ?? 0) + 1,
    })
    const mails = app.db.selectFrom('mail_message').select('id').where('to_address', '=', String(form.email))
    expect(await mails.execute()).toHaveLength(1)
  })

  test('of two parallel submissions with full proofs one becomes SAA, and the other is refused and leaves no data', async () => {
    const wizards = [openWizard(app), openWizard(app)]
    for (const wizard of wizards) await wizard.proveSelf(npi, ssn)
    const before = await counts()
    const forms = wizards.map(() => filledModel(npi))
    const replies = await Promise.all(wizards.map((wizard, index) => wizard.post('addSaa', forms[index])))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 407])
    expect(await counts()).toMatchObject({
      accounts: (before?.accounts ?? 0) + 1,
      requests: (before?.requests ?? 0) + 1,
      grants: (before?.grants ?? 0) + 1,
    })
    const loser = forms[replies.findIndex((reply) => reply.status === 407)]
    const left = app.db.selectFrom('mail_message').select('id').where('to_address', '=', String(loser?.email))
    expect(await left.execute()).toEqual([])
  })

  test('a repeated submission returns the stored result, and a different one is refused as too late', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const form = filledModel(npi)
    expect((await wizard.post('addSaa', form)).entity).toBe(true)
    expect((await wizard.post('addSaa', form)).entity).toBe(true)
    const other = await wizard.post('addSaa', filledModel(npi))
    expect(other).toMatchObject({ status: 407, entity: { message: ALREADY_SUBMITTED } })
    expect(await activeSaa()).toHaveLength(1)
  })

  test('an expired registration returns 407 and creates nothing', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    app.clock.advance(31 * 60)
    const reply = await wizard.post('addSaa', filledModel(npi))
    expect(reply).toMatchObject({ status: 407, entity: { message: PROOF_EXPIRED } })
    expect(await activeSaa()).toEqual([])
  })

  test('a taken user name returns 405, case-insensitively, and only after full proofs', async () => {
    const taken = filledModel(npi, { userName: 'DemoSaa' })
    const stranger = openWizard(app)
    await stranger.enterNpi(npi)
    expect((await stranger.post('addSaa', taken)).status).toBe(400)
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    expect(await wizard.post('addSaa', taken)).toMatchObject({ status: 405, entity: { message: USER_NAME_TAKEN } })
    expect((await wizard.post('addSaa', { ...taken, userName: 'demosaa2' })).entity).toBe(true)
  })

  test('a matching account returns 403 once, and the ignore flag counts only after that', async () => {
    const first = openWizard(app)
    await first.proveSelf(npi, ssn)
    const form = filledModel(npi)
    await first.post('addSaa', form)
    const second = openWizard(app)
    await second.proveSelf(npi, ssn)
    // The same address in another case.
    const address = { email: String(form.email).toUpperCase(), confirmEmail: form.email }
    const again = { ...filledModel(npi), ...address, replaceSaa: true }
    const early = await second.post('addSaa', { ...again, ignoreExistSaaAccount: true })
    expect(early).toMatchObject({ status: 403, entity: { message: ACCOUNT_FOUND } })
    expect((await second.post('addSaa', again)).status).toBe(403)
    expect((await second.post('addSaa', { ...again, ignoreExistSaaAccount: true })).entity).toBe(true)
    expect(await activeSaa()).toHaveLength(1)
  })

  test('the page shows errors for a common password, an invented question and an invalid form', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const common = { password: 'password1', confirmPassword: 'password1' }
    expect(await wizard.post('addSaa', filledModel(npi, common))).toMatchObject({
      status: 407,
      entity: { message: COMMON_PASSWORD },
    })
    expect(await wizard.post('addSaa', filledModel(npi, { securityQuestion1: 'What is two and two?' }))).toMatchObject({
      status: 407,
      entity: { message: QUESTION_UNKNOWN },
    })
    for (const bad of [
      { email: 'x' },
      { phone: '1' },
      { confirmPassword: 'no' },
      { securityAns2: '' },
      { userName: 'ab' },
    ])
      expect((await wizard.post('addSaa', filledModel(npi, bad))).status).toBe(407)
    expect(await activeSaa()).toEqual([])
  })

  test('explains line breaks and hidden characters in any field before any work, and names the field', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const before = await counts()
    for (const key of ['email', 'confirmEmail', 'firstName', 'userName', 'signatoryEmail', 'securityAns1']) {
      for (const text of ['a\r\nBcc: x@example.org', 'a\u0000b', 'a\tb']) {
        const reply = await wizard.post('addSaa', filledModel(npi, { [key]: text }))
        expect(reply).toMatchObject({
          http: 200,
          status: 407,
          entity: { messageCode: 'hidden-characters', message: HIDDEN_CHARACTERS },
          metadata: { field: key },
        })
      }
    }
    expect(await counts()).toEqual(before)
  })

  test.each([
    ['in a group', { CANARY: { id: 'a\tb', checked: true } }, 'pgGroupMap.*.id'],
    ['as its name', { 'CANARY\t': { id: 'a', checked: true } }, 'pgGroupMap.*'],
    ['of another shape', { CANARY: { id: 'a' } }, 'pgGroupMap.*.checked'],
  ])('the error does not echo a key that the sender chose: %s', async (_where, pgGroupMap, field) => {
    const wizard = openWizard(app)
    await wizard.enterNpi(npi)
    const reply = await wizard.post('addSaa', { ...filledModel(npi), pgGroupMap })
    expect(reply).toMatchObject({ http: 400, metadata: { field } })
    expect(JSON.stringify(reply)).not.toContain('CANARY')
  })

  test('accepts a line separator in the name of a group, which comes from the plan', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const pgGroupMap = { PG1001: { id: 'PG1001', checked: false, name: 'Lakeside\u2028Family' } }
    expect(await wizard.post('addSaa', { ...filledModel(npi), pgGroupMap })).toMatchObject({ status: 200 })
  })

  test('refuses a model nested thousands of levels deep as malformed', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi(npi)
    // Written by hand, because JSON.stringify cannot.
    const payload = `{"npiId":"${npi}","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const token = String(wizard.browser.cookies.get('XSRF-TOKEN'))
    const cookie = [...wizard.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-xsrf-token': token, 'content-type': 'application/json' }
    const url = `/Provider${addSaa.path}`
    const reply = await app.app.inject({ method: 'POST', url, headers, payload })
    expect(reply.json()).toMatchObject({ status: 400, entity: { messageCode: 'malformed' } })
  })

  test('replacing a current SAA requires confirmation, and the former SAA becomes an AA', async () => {
    const replaced = '1400000018'
    const [former] = await activeSaa(replaced)
    const wizard = openWizard(app)
    await wizard.proveSelf(replaced, '8642')
    const form = filledModel(replaced)
    const unconfirmed = await wizard.post('addSaa', form)
    expect(unconfirmed).toMatchObject({ status: 407, entity: { message: REPLACEMENT_NOT_CONFIRMED } })
    expect((await wizard.post('addSaa', { ...form, replaceSaa: true })).entity).toBe(true)
    const [saa, ...others] = await activeSaa(replaced)
    expect(others).toEqual([])
    expect(saa?.id).not.toBe(former?.id)
    const roles = await app.db
      .selectFrom('access_grant')
      .select('role')
      .where('account_id', '=', former?.id ?? '')
      .where('state', '=', 'ACTIVE')
      .execute()
    expect(roles.map((row) => row.role)).toContain('AA')
  })

  test('a change of role drops the proofs', async () => {
    const id = '1400000018'
    const wizard = openWizard(app)
    await wizard.enterNpi(id)
    await wizard.chooseRole(id, 'SAA')
    await wizard.validate(id, { validateBy: 'ssn', lastSsn: '8642' })
    const quiz = await wizard.requestQuiz(id)
    await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
    await wizard.chooseRole(id, 'AU')
    expect((await wizard.post('addSaa', filledModel(id, { replaceSaa: true }))).status).toBe(400)
    await wizard.chooseRole(id, 'SAA')
    expect((await wizard.post('addSaa', filledModel(id, { replaceSaa: true }))).status).toBe(400)
  })

  test('a change of method drops the quiz that depended on the first method', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    expect((await wizard.validate(npi, { validateBy: 'tin', taxId: '041234567' })).entity).toBe(true)
    expect((await wizard.post('addSaa', filledModel(npi))).status).toBe(400)
    const quiz = await wizard.requestQuiz(npi)
    await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
    expect((await wizard.post('addSaa', filledModel(npi))).entity).toBe(true)
  })

  test('an organization NPI cannot register as a person', async () => {
    const wizard = openWizard(app)
    await wizard.enterNpi('1200000010')
    const reply = await wizard.validate('1200000010', { validateBy: 'tin', taxId: '043456789' })
    expect(reply.status).toBe(404)
  })

  test('an NPI that a newer national file lists as an organization cannot register as a person, despite earlier proofs', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    await app.db.updateTable('provider').set({ entity_type: 2 }).where('npi', '=', npi).execute()
    expect((await wizard.post('addSaa', filledModel(npi))).status).toBe(400)
    expect(await activeSaa()).toEqual([])
  })

  test('no table contains canary secrets in plain text', async () => {
    const answers = ['Zephyrkanarie', 'Quillkanarie', 'Vortexkanarie']
    const canary = { password: 'Kanarie90210', taxId: '041234567', overlongSsn: '90219021' }
    const form = filledModel(npi, {
      password: canary.password,
      confirmPassword: canary.password,
      securityAns1: answers[0],
      securityAns2: answers[1],
      securityAns3: answers[2],
      taxId: canary.taxId,
      lastSsn: ssn,
    })
    const wizard = openWizard(app)
    const replies: unknown[] = [await wizard.enterNpi(npi)]
    replies.push(await wizard.validate(npi, { validateBy: 'tin', taxId: canary.taxId }))
    replies.push(await wizard.validate(npi, { validateBy: 'ssn', lastSsn: canary.overlongSsn }))
    replies.push(await wizard.validate(npi, { validateBy: 'ssn', lastSsn: ssn }))
    const quiz = await wizard.requestQuiz(npi)
    replies.push(await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity)))
    replies.push(await wizard.post('addSaa', { ...form, userName: 'demosaa' }))
    replies.push(await wizard.post('addSaa', form))
    expect(replies.at(-1)).toMatchObject({ status: 200, entity: true })
    const signedOn = await wizard.browser.signIn(String(form.userName), canary.password)
    expect(signedOn.headers.location).toBe('/thp/portal/providers/home')
    replies.push(signedOn.headers)
    const places = { replies: JSON.stringify(replies), log: app.logLines.join(''), ...(await readKeptTables()) }
    // Matches four digits only as a whole value; numbers and times of other rows may contain them.
    const secrets = new RegExp([...Object.values(canary), ...answers, `["',:=( ]${ssn}["',)} ]`].join('|'), 'i')
    for (const [place, text] of Object.entries(places)) expect(secrets.exec(text)?.[0], place).toBeUndefined()
  })

  test('accepts a posted model with npiList or unknown keys', async () => {
    const wizard = openWizard(app)
    await wizard.proveSelf(npi, ssn)
    const group = { id: 'PG1', name: 'x', checked: true, npiList: [{ id: '1', name: 'x', regFlag: true }] }
    const reply = await wizard.post('addSaa', filledModel(npi, { pgGroupMap: { PG1: group }, somethingNew: 1 }))
    expect(reply.entity).toBe(true)
  })
})
