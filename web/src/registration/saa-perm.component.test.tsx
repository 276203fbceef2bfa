import {
  GATEWAY_UNAVAILABLE,
  GENERIC,
  roleWithShortName,
  SELECT_PERMISSION,
  SHARED_BUTTONS,
} from '@portico/core/forms/messages'
import { captchaChallenge, getSaaActivePerms, nonSaaNpiProfile, valRegNpi } from '@portico/core/registration/calls'
import type { ModelChange } from '@portico/core/registration/model'
import { PERMISSIONS_HELP } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PERMISSIONS, REGISTERED } from '../../test/registration-examples.ts'
import { type DeclaredReply, expectAccessible, failWith, refuse, reply, replyBare } from '../../test/render.tsx'
import {
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  enterNpi,
  expectAlert,
  expectHeading,
  expectNone,
  expectSummary,
  muteGatewayLog,
  openScreen,
  openWizard,
  tabTo,
} from '../../test/wizard.tsx'

muteGatewayLog()

const ASKS: ModelChange = { ...REGISTERED, regType: 'NPI', regRoleSel: 'AU' }
const openPermissions = (...replies: DeclaredReply[]) => openScreen('saaPerm', ASKS, replies)
const permission = (name: string) => page.getByRole('checkbox', { name, exact: true })
const boxes = () => page.getByRole('checkbox')
const checked = () => page.getByRole('checkbox', { checked: true }).elements().length
const item = (referenceId: string) => ({
  ...(PERMISSIONS[1] as (typeof PERMISSIONS)[0]),
  referenceId,
  referenceShortDesc: `Function ${referenceId}`,
})

test('saaPerm works with the keyboard: Clear All keeps read-only permissions, and choices are restored', async () => {
  await page.viewport(390, 844)
  const { container } = openWizard([
    reply(valRegNpi, REGISTERED),
    reply(nonSaaNpiProfile, REGISTERED),
    reply(getSaaActivePerms, PERMISSIONS),
    replyBare(captchaChallenge, {}),
  ])
  await enterNpi(REGISTERED.npiId)
  await chooseAndContinue(roleWithShortName('AU'))
  await expectHeading(HEADINGS.saaPerm)
  await expect.element(page.getByText(PERMISSIONS_HELP)).toBeVisible()
  await expect.poll(() => boxes().elements().length).toBe(PERMISSIONS.length)
  await tabTo(button(SHARED_BUTTONS.selectAll))
  await userEvent.keyboard('{Enter}')
  await expect.poll(checked).toBe(PERMISSIONS.length)
  await tabTo(button(SHARED_BUTTONS.clearAll))
  await userEvent.keyboard('{Enter}')
  await expect.poll(checked).toBe(1)
  await expect.element(permission('Portal home and messages')).toBeChecked()
  await expect.element(permission('Portal home and messages')).toBeDisabled()
  await tabTo(permission('Claim status'))
  await userEvent.keyboard(' ')
  await expect.element(permission('Claim status')).toBeChecked()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  await expectAccessible(container)
  await tabTo(button(BUTTONS.continue))
  await userEvent.keyboard('{Enter}')
  await expectHeading(HEADINGS.step3)
  history.back()
  await expectHeading(HEADINGS.saaPerm)
  await expect.element(permission('Claim status')).toBeChecked()
  await userEvent.click(button(BUTTONS.goBack))
  await expectHeading(HEADINGS.roleSel)
})

test('saaPerm has two columns, the first with the odd item, and requires a choice', async () => {
  const { container } = openPermissions(reply(getSaaActivePerms, ['A', 'B', 'C', 'D', 'E'].map(item)))
  await expect.element(permission('Function E')).toBeVisible()
  const columns = [...document.querySelectorAll('form fieldset')]
  expect(columns.map((column) => column.querySelectorAll('input').length)).toEqual([3, 2])
  await clickContinue()
  await expectSummary(SELECT_PERMISSION)
  await expectAccessible(container)
  await userEvent.click(permission('Function E'))
  await expectNone(alert())
})

test.each([404, 500])(
  'saaPerm shows the generic text and GO BACK if the list is refused with status %s',
  async (status) => {
    openPermissions(refuse(getSaaActivePerms, { message: 'internal' }, status))
    await expectAlert(GENERIC)
    await expectNone(boxes())
    await expectNone(button(BUTTONS.continue))
    await userEvent.click(button(BUTTONS.goBack))
    await expectHeading(HEADINGS.roleSel)
  },
)

test('saaPerm can request the list again after a failure', async () => {
  const { container, setReplies } = openPermissions(failWith(getSaaActivePerms, 503))
  await expectAlert(GATEWAY_UNAVAILABLE)
  await expectHeading(HEADINGS.saaPerm)
  await expectAccessible(container)
  setReplies(reply(getSaaActivePerms, PERMISSIONS))
  await userEvent.click(button('Try again'))
  await expect.element(permission('Claim status')).toBeVisible()
  await expect.element(button(BUTTONS.continue)).toBeVisible()
  await expectNone(alert())
})
