import { LEVEL_NAMES, ROLE_HELP, roleWithShortName, SELECT_OPTION } from '@portico/core/forms/messages'
import { getSaaActivePerms, nonSaaNpiProfile, valRegNpi } from '@portico/core/registration/calls'
import type { NpiProfile } from '@portico/core/registration/model-shapes'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { REGISTERED_GROUP_STAYS, REPLACE_SAA_EXPLAINED } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PERMISSIONS, REGISTERED, REGISTERED_IN_GROUP } from '../../test/registration-examples.ts'
import { reply } from '../../test/render.tsx'
import {
  button,
  chooseAndContinue,
  clickContinue,
  countSent,
  enterNpi,
  expectHeading,
  expectNone,
  expectSummary,
  field,
  openWizard,
} from '../../test/wizard.tsx'

const [SAA, AA, AU] = [roleWithShortName('SAA'), roleWithShortName('AA'), roleWithShortName('AU')]

async function openRoles(profile: NpiProfile) {
  const rendered = openWizard([
    reply(valRegNpi, profile),
    reply(nonSaaNpiProfile, profile),
    reply(getSaaActivePerms, PERMISSIONS),
  ])
  await enterNpi(profile.npiId)
  await expectHeading(HEADINGS.roleSel)
  return rendered
}

test('roleSel requires a role and explains each', async () => {
  await openRoles(REGISTERED)
  expect(page.getByRole('radio').elements()).toHaveLength(3)
  await clickContinue()
  await expectSummary(SELECT_OPTION)
  await expect.element(field(SAA)).toHaveAccessibleDescription(ROLE_HELP.SAA)
  await expect.element(field(AA)).toHaveAccessibleDescription(ROLE_HELP.AA)
  await expect.element(field(AU)).toHaveAccessibleDescription(ROLE_HELP.AU)
  await expect.element(page.getByText(ROLE_HELP.AU)).toBeVisible()
})

test('roleSel confirms the replacement of the current SAA, which the visitor can cancel', async () => {
  const rendered = await openRoles(REGISTERED)
  await chooseAndContinue(SAA)
  const dialog = page.getByRole('dialog', { name: HEADINGS.replaceSaa })
  await expect.element(dialog).toMatchTextContent(REPLACE_SAA_EXPLAINED)
  await userEvent.click(button(BUTTONS.cancel))
  await expectNone(dialog)
  await expectHeading(HEADINGS.roleSel)
  expect(countSent(rendered, nonSaaNpiProfile)).toBe(0)
  await clickContinue()
  await userEvent.click(button(BUTTONS.replaceCurrentSaa))
  await expectHeading(HEADINGS.regBy)
})

test('an Access User of a group chooses level and permissions, and the star note says that the SAA stays', async () => {
  await openRoles(REGISTERED_IN_GROUP)
  await chooseAndContinue(AU)
  await expectHeading(HEADINGS.regWith)
  await userEvent.click(field(LEVEL_NAMES.PG))
  const star = page.getByText(`* ${REGISTERED_GROUP_STAYS}`)
  await expect.element(star).toBeVisible()
  await clickContinue()
  await expectHeading(HEADINGS.regChoice)
  await expect.element(star).toBeVisible()
  await userEvent.click(button(BUTTONS.yesContinue))
  await expectHeading(HEADINGS.saaPerm)
  await expect.element(star).toBeVisible()
  await expect.element(page.getByRole('main')).toMatchTextContent('Tidewater Family Practice')
  await expect.element(page.getByRole('checkbox').first()).toBeVisible()
  await userEvent.click(button(BUTTONS.goBack))
  await expectHeading(HEADINGS.regWith)
})
