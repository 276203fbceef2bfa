import { harborview, inspect, startSession } from './fixtures.ts'
import { registerActivePerson } from './support/people.ts'
import { addMember, openAs } from './support/team.ts'
import { clearWindow } from './support/windows.ts'
import { alert, button, expect, test } from './support/wizard.ts'

const ACCESS = '/thp/portal/providers/access'

test('an SAA hands over to an AA: the roles change places and both get mail', async ({
  page,
  plan,
  request,
  browser,
}) => {
  test.slow()
  const saa = await registerActivePerson(request, plan)
  await startSession(page, harborview, 'providers', saa)
  await page.goto(ACCESS)
  await page.getByRole('link', { name: 'Hand over the Senior Access Administrator role' }).click()
  await expect(page.getByRole('main')).toContainText('No one can take over yet.')

  const successor = await addMember(plan, saa, 'AA', ['CLAIM', 'ELIG'])
  const name = `${successor.firstName} ${successor.lastName}`
  await page.reload()
  await button(page, 'Hand over').click()
  const choice = page.getByRole('radio', { name })
  await expect(page.getByRole('group', { name: 'Who takes over?' })).toHaveAccessibleDescription(
    'Please select an option.',
  )
  await expect(choice).toBeFocused()
  await choice.check()
  await button(page, 'Hand over').click()
  const dialog = page.getByRole('dialog', { name: `Make ${name} the Senior Access Administrator?` })
  await inspect(page, 'hand-over-dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Hand over')).toBeFocused()
  await button(page, 'Hand over').click()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(alert(page)).toContainText(`${name} is now the Senior Access Administrator`)

  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Senior Access Administrator')
  await expect(page.getByRole('row', { name: /You/ })).toContainText('Access Administrator')
  await expect(page.getByRole('link', { name: 'Hand over the Senior Access Administrator role' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await expect(page.getByRole('radio')).toHaveCount(1)
  await page.goto(`${ACCESS}/mine`)
  await expect(page.getByRole('main')).toContainText(successor.email)
  await plan.findMail('saa.handed-over', successor.email)
  await plan.findMail('saa.replaced', saa.email)

  const office = await openAs(browser, successor)
  await office.goto(ACCESS)
  await office.getByRole('link', { name: 'Invite a person' }).click()
  await expect(office.getByRole('radio')).toHaveCount(2)
  await clearWindow(office.context())
})
