import { PROVIDER_PATHS } from '@portico/core/constants'
import { LEVEL_NAMES, roleWithShortName } from '@portico/core/forms/messages'
import { ACTIVATION_LINK_UNKNOWN, REQUEST_LINK_EXPIRED } from '@portico/core/forms/sentences'
import * as calls from '@portico/core/registration/calls'
import { BUTTONS, HEADINGS, REGISTRANT_CHOICES } from '@portico/core/registration/texts/messages'
import { identityMismatch, NPI_UNKNOWN } from '@portico/core/registration/texts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  ACCOUNT,
  FACILITY,
  INVITED,
  ORGANIZATION_MEMBER,
  PERMISSIONS,
  PROVED,
  QUIZ,
  REGISTERED,
  REVIEW,
} from '../../test/registration-examples.ts'
import { expectFits, type Rendered, refuse, reply, replyBare } from '../../test/render.tsx'
import {
  chooseAndContinue,
  clickContinue,
  createAccount,
  enterNpi,
  expectAlert,
  expectHeading,
  expectSummary,
  field,
  muteGatewayLog,
  openScreen,
  openWizard,
  terms,
} from '../../test/wizard.tsx'

/** Accessibility and width of every screen of the wizard, with its errors and dialogs. Other files prove the rules. */

muteGatewayLog()

const ON_BEHALF = { ...PROVED, regBy: 'behalf', identifyFound: false, transactionId: '' } as const
const BY_ORGANIZATION = { ...ORGANIZATION_MEMBER, regType: 'PO', regRoleSel: 'SAA' } as const
const NEW_SAA = roleWithShortName('SAA')
const expectDialog = (name: string | RegExp) => expect.element(page.getByRole('dialog', { name })).toBeVisible()
const openLink = (link: string, ...replies: Parameters<typeof openWizard>[0] & object) =>
  openWizard(replies, `${PROVIDER_PATHS.registration}?${link}`)

/** Opens a screen and waits until it is complete. */
const SCREENS: Record<string, () => Promise<Rendered>> = {
  home: async () => {
    const rendered = openWizard()
    await expectHeading(HEADINGS.home)
    return rendered
  },
  'home without an NPI': async () => {
    const rendered = openWizard()
    await enterNpi('')
    await expectSummary()
    return rendered
  },
  'home with a refused NPI': async () => {
    const rendered = openWizard([refuse(calls.valRegNpi, { message: NPI_UNKNOWN })])
    await enterNpi()
    await expectAlert(NPI_UNKNOWN)
    return rendered
  },
  regBy: async () => {
    const rendered = openScreen('regBy', PROVED)
    await expectHeading(HEADINGS.regBy)
    return rendered
  },
  'regBy without a choice': async () => {
    const rendered = openScreen('regBy', { ...PROVED, regBy: '' })
    await clickContinue()
    await expectSummary()
    return rendered
  },
  'regBy with a pending request': async () => {
    const rendered = openScreen('regBy', PROVED, [reply(calls.checkPendingSaaRequestsForProvider, true)])
    await chooseAndContinue(REGISTRANT_CHOICES.behalf)
    await expectDialog(/./)
    return rendered
  },
  pinssnSel: async () => {
    const rendered = openScreen('pinssnSel', ON_BEHALF)
    await expectHeading(HEADINGS.pinssnSel)
    return rendered
  },
  'step1 by SSN': async () => {
    const rendered = openScreen('step1', PROVED)
    await expectHeading(HEADINGS.step1.ssn)
    return rendered
  },
  'step1 by TIN with a mismatch': async () => {
    const rendered = openScreen('step1', { ...PROVED, validateBy: 'tin', taxId: '123456789' }, [
      refuse(calls.valRegProfile, { message: identityMismatch(4) }, 404),
    ])
    await clickContinue()
    await expectAlert(identityMismatch(4))
    return rendered
  },
  'step1 by claims with errors': async () => {
    const rendered = openScreen('step1', { ...ON_BEHALF, validateBy: 'claim' })
    await clickContinue()
    await expectSummary()
    return rendered
  },
  step2: async () => {
    const rendered = openScreen('step2', PROVED)
    await expect.element(page.getByText('Time left: 8:00')).toBeVisible()
    return rendered
  },
  'step2 with errors': async () => {
    const rendered = openScreen('step2', PROVED)
    await userEvent.click(page.getByRole('button', { name: BUTTONS.submit }))
    await expectSummary()
    return rendered
  },
  regWith: async () => {
    const rendered = openScreen('regWith', ORGANIZATION_MEMBER)
    await userEvent.click(field(LEVEL_NAMES.PO))
    return rendered
  },
  'regWith with the list of providers': async () => {
    const rendered = await SCREENS.regWith?.()
    await userEvent.click(page.getByRole('button', { name: /provider/ }).first())
    await expectDialog(HEADINGS.providerList)
    return rendered as Rendered
  },
  regChoice: async () => {
    const rendered = openScreen('regChoice', BY_ORGANIZATION)
    await expectHeading(HEADINGS.regChoice)
    return rendered
  },
  'regChoice that replaces an SAA': async () => {
    const groups = Object.entries(ORGANIZATION_MEMBER.pgGroupMap).map(([id, one]) => [id, { ...one, checked: true }])
    const rendered = openScreen('regChoice', { ...BY_ORGANIZATION, pgGroupMap: Object.fromEntries(groups) })
    await expect.element(page.getByText('You will replace the current SAA')).toBeVisible()
    return rendered
  },
  roleSel: async () => {
    const rendered = openScreen('roleSel', REGISTERED)
    await expectHeading(HEADINGS.roleSel)
    return rendered
  },
  'roleSel that replaces the SAA': async () => {
    const rendered = openScreen('roleSel', REGISTERED)
    await chooseAndContinue(NEW_SAA)
    await expectDialog(HEADINGS.replaceSaa)
    return rendered
  },
  saaPerm: async () => {
    const rendered = openScreen('saaPerm', { ...REGISTERED, regType: 'NPI', regRoleSel: 'AU' }, [
      reply(calls.getSaaActivePerms, PERMISSIONS),
    ])
    await expect.element(page.getByRole('checkbox').first()).toBeVisible()
    return rendered
  },
  'step3 of a physician': async () => {
    const rendered = openScreen('step3', PROVED)
    await expectHeading(HEADINGS.step3)
    await expect.element(page.getByText('Verified')).toBeVisible()
    return rendered
  },
  'step3 with errors': async () => {
    const rendered = openScreen('step3', PROVED)
    await userEvent.click(terms())
    await createAccount()
    await expectSummary()
    return rendered
  },
  'step3 with its list of questions': async () => {
    const rendered = openScreen('step3', PROVED)
    await userEvent.click(page.getByRole('combobox', { name: 'Security question 3' }))
    await expect.element(page.getByRole('option').first()).toBeVisible()
    return rendered
  },
  'step3 with an account found': async () => {
    const rendered = openScreen('step3', { ...PROVED, ...ACCOUNT }, [refuse(calls.addSaa, { message: 'found' }, 403)])
    await userEvent.click(terms())
    await createAccount()
    await expectDialog(HEADINGS.accountFound)
    return rendered
  },
  'step3 on behalf': async () => {
    const rendered = openScreen('step3', ON_BEHALF)
    await expect.element(field('Physician’s email')).toBeVisible()
    return rendered
  },
  'step3 without the Captcha': async () => {
    const rendered = openScreen('step3', { ...FACILITY, ...ACCOUNT, regType: 'NPI', regRoleSel: 'SAA' }, [
      replyBare(calls.captchaChallenge, {}),
    ])
    await userEvent.click(terms())
    await createAccount()
    await expectSummary('Please complete Captcha.')
    return rendered
  },
  'regConf after a proof': async () => {
    const rendered = openScreen('regConf', { ...PROVED, ...ACCOUNT })
    await expectHeading('Registration successful')
    return rendered
  },
  'regConf with a contract': async () => {
    const rendered = openScreen('regConf', { ...FACILITY, ...ACCOUNT, regType: 'NPI', regRoleSel: 'SAA' })
    await expectHeading(HEADINGS.signAndReturn)
    await expect.element(page.getByRole('region', { name: 'Your receipt' })).toBeVisible()
    return rendered
  },
  'regConf of a pending request': async () => {
    const rendered = openScreen('regConf', { ...REGISTERED, ...ACCOUNT, regType: 'NPI', regRoleSel: 'AU' })
    await expectHeading(HEADINGS.requestPending)
    return rendered
  },
  regByStaff: async () => {
    const rendered = openLink('reqId=request-1', reply(calls.regByReqId, REVIEW))
    await expect.element(page.getByRole('radio').first()).toBeVisible()
    return rendered
  },
  'regByStaff with an expired link': async () => {
    const rendered = openLink('reqId=old', refuse(calls.regByReqId, { message: REQUEST_LINK_EXPIRED }, 498))
    await expectAlert(REQUEST_LINK_EXPIRED)
    return rendered
  },
  regReqQuiz: async () => {
    const quiz = reply(calls.quizForReqId, { ...QUIZ, workflow: 'REQUEST' })
    const rendered = openLink('reqId=request-1', reply(calls.regByReqId, REVIEW), quiz)
    await chooseAndContinue('Accept this request')
    await expect.element(page.getByText('Time left: 8:00')).toBeVisible()
    return rendered
  },
  'regReqComplete, pending': () => openOutcome('', HEADINGS.requestPending),
  'regReqComplete, accepted': () => openOutcome('Y', HEADINGS.requestAccepted),
  'regReqComplete, rejected': () => openOutcome('N', HEADINGS.requestRejected),
  activateUser: async () => {
    const rendered = openLink('activateId=link-1', reply(calls.profileByActivationId, INVITED))
    await expect.element(field('User name')).toBeVisible()
    return rendered
  },
  'activateUser with an unknown link': async () => {
    const unknown = refuse(calls.profileByActivationId, { message: ACTIVATION_LINK_UNKNOWN }, 406)
    const rendered = openLink('activateId=nonsense', unknown)
    await expectAlert(ACTIVATION_LINK_UNKNOWN)
    return rendered
  },
}

async function openOutcome(acceptStaffReq: '' | 'Y' | 'N', heading: string): Promise<Rendered> {
  const rendered = openScreen('regReqComplete', { ...ON_BEHALF, ...ACCOUNT, acceptStaffReq })
  await expectHeading(heading)
  await expect.element(page.getByRole('region', { name: 'Your receipt' })).toBeVisible()
  return rendered
}

test.each(Object.keys(SCREENS))('%s has no accessibility faults and fits a narrow phone', async (name) => {
  const rendered = await SCREENS[name]?.()
  if (rendered) await expectFits(rendered.container)
})
