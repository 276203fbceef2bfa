import type { Page } from '@playwright/test'
import { at, expectAccessible, harborview, inspectEveryBrand, signInAs, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { lastDecisions, newStaff } from './support/staff.ts'
import { clearWindow, openWindow } from './support/windows.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

const CONSOLE = at(harborview, '/thp/portal/internal/changes')

/** Reports a change in words as the office. */
async function report(page: Page, name: string, details: string): Promise<void> {
  await page.getByRole('button', { name: `Report a change for ${name}` }).click()
  await page.getByLabel('What has changed?').selectOption('Something else')
  await page.getByLabel('What is the correct information, and since when?').fill(details)
  await button(page, 'Send report').click()
  await expect(alert(page)).toContainText('Thank you.')
}

test('staff accept and return changes of an office by keyboard, undo a decision, and the office sees the answers', async ({
  page,
  plan,
  request,
  browser,
}) => {
  const person = await registerActivePerson(request, plan)
  const { npi, name } = person.provider
  await signInAs(page, person)
  await page.waitForURL('**/providers/home')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Roster' }).click()
  await report(page, name, 'New hours since May.\n<b>The phone stays.</b>')
  await report(page, name, '=1+1 is the new suite.')
  const sent = page.getByRole('region', { name: 'Changes sent to the plan' })
  await expect(sent).toContainText('Waiting for the plan')
  await plan.findMail('roster.reported', person.email)

  const staff = await openWindow(browser)
  await startSession(staff, harborview, 'internal', await newStaff(plan))
  await staff.goto(`${CONSOLE}?search=${npi}`)
  await expect(staff.getByRole('row').filter({ hasText: 'New hours since May.' })).toHaveCount(1)
  await expect(staff.getByRole('row').filter({ hasText: '=1+1 is the new suite.' })).toHaveCount(1)
  await inspectEveryBrand(staff, 'directory-changes')
  await staff.getByLabel('Search by NPI or name').press('Enter')
  await staff.keyboard.press('Enter')
  await expect(heading(staff)).toHaveText(name)
  await expect(staff.getByRole('region', { name: 'Reported in words' })).toContainText('<b>The phone stays.</b>')
  await staff.keyboard.press('c')
  await expect(staff.getByText('This is assigned to you.')).toBeVisible()
  await inspectEveryBrand(staff, 'directory-change')
  const opened = staff.url()

  // Undone: it waits again.
  const dialog = staff.getByRole('dialog')
  const acceptWith = async (answer: string) => {
    await staff.keyboard.press('v')
    await dialog.getByLabel('Reason').fill(answer)
    await expectAccessible(staff)
    await dialog.getByRole('button', { name: 'Accept and next' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(lastDecisions(staff)).toContainText(`You accepted ${name}: Reported in words.`)
  }
  await acceptWith('Too early.')
  await staff.keyboard.press('u')
  await expect(lastDecisions(staff)).toContainText('The decision was undone. Nothing changed.')

  await staff.goto(opened)
  await expect(heading(staff)).toHaveText(name)
  await acceptWith('The directory now shows the new hours.')
  await carryOut(staff, 'is accepted and published')

  await staff.goto(`${CONSOLE}?search=${npi}`)
  await staff.getByRole('link', { name: /^Review/ }).click()
  await expect(heading(staff)).toHaveText(name)
  await staff.keyboard.press('r')
  await dialog.getByRole('button', { name: 'Return and next' }).click()
  await expect(dialog).toContainText('Please enter a reason.')
  await dialog.getByLabel('Reason').fill('Please send the whole address.')
  await dialog.getByRole('button', { name: 'Return and next' }).click()
  await carryOut(staff, 'is returned')
  await staff.goto(`${CONSOLE}?search=${npi}&view=DECIDED`)
  await expect(staff.getByRole('row').filter({ hasText: 'Returned' })).toContainText('=1+1 is the new suite.')
  await clearWindow(staff.context())

  await page.reload()
  await expect(sent).toContainText('The directory now shows the new hours.')
  await expect(sent).toContainText('Not accepted')
  await expect(sent).not.toContainText('Too early.')

  /** Makes the delayed decision due and waits until the page reports it. */
  async function carryOut(window: Page, says: string): Promise<void> {
    const mine = plan.db
      .updateTable('delayed_decision')
      .set({ due_at: new Date() })
      .where('state', '=', 'HELD')
      .where('about', '=', `${name}: Reported in words`)
    await expect.poll(async () => Number((await mine.executeTakeFirst()).numUpdatedRows)).toBeGreaterThan(0)
    await expect(lastDecisions(window)).toContainText(says)
  }
})

test('staff withhold a provider from the directory with a reason, and publish it again', async ({ page, plan }) => {
  const { npi } = await plan.takeProvider('full')
  await startSession(page, harborview, 'internal', await newStaff(plan))
  await page.goto(at(harborview, `/thp/portal/internal/providers?npi=${npi}`))
  await button(page, 'Withhold from the directory').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Withhold' }).click()
  await expect(dialog).toContainText('Please enter a reason.')
  await inspectEveryBrand(page, 'withhold-provider')
  await dialog.getByLabel('Reason').fill('For safety.')
  await dialog.getByRole('button', { name: 'Withhold' }).click()
  await expect(alert(page)).toContainText('no longer in the published directory')
  await expect(page.getByRole('region', { name: 'Published directory' })).toContainText('For safety.')
  await expectAccessible(page)
  await button(page, 'Publish again').click()
  await dialog.getByRole('button', { name: 'Publish again' }).click()
  await expect(alert(page)).toContainText('can be published again')
})
