import { randomBytes } from 'node:crypto'
import { hashToken } from '../server/src/platform/hash-token.ts'
import { at, enterNpi, expectAccessible, harborview } from './fixtures.ts'
import { alert, button, expect, heading, test } from './support/wizard.ts'

test('a notice is opened, which changes nothing; the button puts registration on hold', async ({ page, plan }) => {
  const provider = await plan.takeProvider('full')
  const token = randomBytes(16).toString('base64url')
  const now = new Date()
  await plan.db
    .insertInto('registration_hold')
    .values({
      npi: provider.npi,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  const address = at(harborview, `/thp/portal/providers/not-me?holdId=${token}`)
  await page.goto(address)
  await expect(heading(page)).toHaveText('This was not me')
  await expect(page.getByRole('main')).toContainText(provider.npi)
  expect(page.url()).not.toContain(token)
  await expectAccessible(page)
  await button(page, 'THIS WAS NOT ME').click()
  await expect(alert(page)).toHaveText(
    'Registration for this provider is on hold. Provider Services will look into it.',
  )
  await expectAccessible(page)

  await enterNpi(page, harborview, provider.npi)
  await expect(alert(page)).toHaveText('Registration for this provider is on hold. Please contact Provider Services.')
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText('This link was used already.')
})
