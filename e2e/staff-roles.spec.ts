import { randomBytes } from 'node:crypto'
import { at, bayside, harborview, inspectEveryWidth, startSession } from './fixtures.ts'
import { alert, button, expect, test } from './support/wizard.ts'

const INTERNAL = '/thp/portal/internal'
test('an administrator adds a colleague and changes a role', async ({ page, plan }) => {
  const unique = randomBytes(4).toString('hex')
  await startSession(page, harborview, 'internal', 'demostaff')
  await page.goto(at(harborview, `${INTERNAL}/staff`))
  await expect(page.getByRole('row', { name: /Rosalind Norwood/ })).toContainText('Reviewer')
  await expect(page.getByRole('row', { name: /Stafford Kingsley/ })).toContainText('You')
  await expect(page.getByRole('region', { name: 'Policy' })).toContainText('Offered, not required')
  await inspectEveryWidth(page, harborview, 'staff')

  await button(page, 'Add a colleague').click()
  const form = page.getByRole('dialog', { name: 'Add a colleague' })
  await form.getByLabel('First name').fill('Colleen')
  await form.getByLabel('Last name').fill(`Zz${unique}`)
  await form.getByLabel('Email').fill(`${unique}@plan.example`)
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(form.locator('.note.bad')).toBeFocused()
  await inspectEveryWidth(page, harborview, 'staff-add')
  await form.getByLabel('Auditor').check()
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(alert(page)).toHaveText(`The invitation was sent to ${unique}@plan.example.`)
  const row = page.getByRole('row', { name: new RegExp(`Colleen Zz${unique}`) })
  await expect(row).toContainText('Invited')
  await plan.findMail('account.invited', `${unique}@plan.example`)

  await row.getByRole('button', { name: /^Change role of/ }).click()
  const change = page.getByRole('dialog', { name: /^Change the role of Colleen/ })
  await expect(change.getByLabel('Auditor')).toBeChecked()
  await change.getByLabel('Reviewer').check()
  await inspectEveryWidth(page, harborview, 'staff-role')
  await change.getByRole('button', { name: 'Change the role' }).click()
  await expect(alert(page)).toHaveText(`Colleen Zz${unique} now has the role Reviewer. We notified them by email.`)
  await expect(row).toContainText('Reviewer')
})

test('a second administrator approves, and the hold is lifted', async ({ page, plan }) => {
  const { npi } = await plan.takeProvider('full')
  const now = new Date()
  const colleague = { kind: 'internal', state: 'SUSPENDED', brand: 'harborview', created_at: now } as const
  const name = { first_name: 'Theodora', last_name: `Asks${npi}`, email: `t${npi}@plan.example` }
  // This account is never signed in to.
  const login = { username: `asks${npi}`, username_key: `asks${npi}`, password_hash: 'none' }
  const { id } = await plan.db
    .insertInto('account')
    .values({ ...colleague, ...name, ...login, public_id: login.username, staff_role: 'ADMINISTRATOR' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const week = new Date(now.getTime() + 7 * 86_400_000)
  await plan.db
    .insertInto('registration_hold')
    .values({ npi, token_hash: Buffer.from(npi), event_at: now, created_at: now, expires_at: week, held_at: now })
    .execute()
  await plan.db
    .insertInto('four_eyes_approval')
    .values({
      public_id: npi,
      kind: 'LIFT_HOLD',
      subject: npi,
      npi,
      requested_by: id,
      requested_at: now,
      expires_at: week,
    })
    .execute()
  await page.goto(await startSession(page, bayside, 'internal', 'demostaff'))
  const card = page.getByRole('region', { name: 'Waiting for a second administrator' })
  const row = card.getByRole('listitem').filter({ hasText: npi })
  await expect(row).toContainText(`Theodora Asks${npi} asked`)
  await inspectEveryWidth(page, bayside, 'four-eyes-approvals')
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(row.getByRole('alert')).toHaveText('The person who requested this is no longer an administrator.')
  await plan.db.updateTable('account').set({ state: 'ACTIVE' }).where('id', '=', id).execute()
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(alert(page)).toHaveText(`Registration for NPI ${npi} is no longer on hold.`)
  await expect(row).toHaveCount(0)
  await plan.db.updateTable('account').set({ state: 'CLOSED' }).where('id', '=', id).execute()
})
