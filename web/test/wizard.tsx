/** What component tests of the registration wizard share: the wizard with usual replies, and what a visitor does. */
import type { PermissionItem } from '@portico/core/access/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import * as calls from '@portico/core/registration/calls'
import { emptyRegistration, type ModelChange } from '@portico/core/registration/model'
import type { ActivationProfile, NpiProfile, RequestReview } from '@portico/core/registration/model-shapes'
import { type Route, readEntry } from '@portico/core/registration/routes'
import type { Group, Quiz, Receipt } from '@portico/core/registration/shapes'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import type { ReactNode } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { Wizard } from '../src/registration/wizard.tsx'
import { createWizardStore } from '../src/registration/wizard-store.ts'
import type { Gateway } from '../src/shell/gateway/gateway.ts'
import { brand } from '../src/shell/layout/brand.ts'
import { PublicLayout } from '../src/shell/layout/public-layout.tsx'
import { leavePage } from '../src/shell/router/unsaved.ts'
import { type DeclaredReply, type Rendered, render, reply } from './render.tsx'

export const NPI_FIELD = 'National Provider Identifier (NPI)'
export const SSN_FIELD = 'Last four digits of the Social Security number'
export const TIN_FIELD = 'Tax Identification Number (TIN)'

/** A physician alone, with SSN and TIN on file. */
export const PHYSICIAN: NpiProfile = {
  npiId: '1100000011',
  npiName: 'Amara Whitfield',
  npiFirstName: 'Amara',
  npiLastName: 'Whitfield',
  personFlag: 'Y',
  foundSsn: true,
  foundTaxId: true,
  poId: '',
  poName: '',
  entityId: '',
  regExists: false,
  poRegExists: false,
  poPgExists: false,
  regAtPoExists: false,
  regAtPgExists: false,
  regAtNpiExists: false,
  regAtSgExists: false,
  regAtIpaExists: false,
  regContract: '',
  captchaKey: 'altcha',
  pgGroupMap: {},
  pgGroupKeys: [],
  lockedMethods: [],
  message: '',
}

export const group = (id: string, name: string, more: Partial<Group> = {}): Group => ({
  id,
  name,
  shortName: '',
  checked: false,
  registerdGroup: false,
  registerdNpi: false,
  selectedNpiGroup: false,
  npiList: [
    { id: `1600000${id.padStart(3, '0')}`, name: `Provider of ${name}`, regFlag: more.registerdGroup ?? false },
  ],
  ...more,
})

const inGroups = (...groups: Group[]): Pick<NpiProfile, 'poPgExists' | 'pgGroupMap' | 'pgGroupKeys'> => ({
  poPgExists: true,
  pgGroupMap: Object.fromEntries(groups.map((each) => [each.id, each])),
  pgGroupKeys: groups.map(({ id }) => id),
})

/** A physician of one group without an SAA. */
export const GROUP_MEMBER: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1300000019',
  ...inGroups(group('1', 'Old Harbor Primary Care', { selectedNpiGroup: true })),
}

/** A physician of one group in an organization of three; one of the others has an SAA. */
export const ORGANIZATION_MEMBER: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1300000027',
  poId: 'PO1',
  poName: 'Merrimack Physician Organization',
  ...inGroups(
    group('1', 'Merrimack Valley Family Medicine', { selectedNpiGroup: true }),
    group('2', 'Andover Internal Medicine'),
    group('3', 'Haverhill Pediatrics', { registerdGroup: true }),
  ),
}

/** A physician with an SAA. */
export const REGISTERED: NpiProfile = { ...PHYSICIAN, npiId: '1400000018', regExists: true, regAtNpiExists: true }

/** A physician of a group that has an SAA. */
export const REGISTERED_IN_GROUP: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1400000026',
  regExists: true,
  regAtPgExists: true,
  ...inGroups(group('1', 'Tidewater Family Practice', { selectedNpiGroup: true, registerdGroup: true })),
}

const permission = (referenceId: string, referenceShortDesc: string, readOnly = 'FALSE'): PermissionItem => ({
  referenceId,
  referenceShortDesc,
  readOnly,
  checked: false,
})
/** What the SAA of a provider holds. */
export const PERMISSIONS = [
  permission('HOME', 'Portal home and messages', 'TRUE'),
  permission('ELIG', 'Member eligibility'),
  permission('CLAIM', 'Claim status'),
]

/** A facility: it registers by a signed form, and its account form comes right after the NPI. */
export const FACILITY: NpiProfile = {
  ...PHYSICIAN,
  npiId: '1200000010',
  npiName: 'Old Harbor Hospital',
  personFlag: 'N',
}

const question = (id: string, text: string) => ({
  id,
  text,
  selectedChoice: '',
  choiceList: ['One', 'Two', 'Three'].map((choice) => ({ id: choice, text: `${choice} of ${id}` })),
})
export const QUIZ: Quiz = {
  status: 'PENDING',
  transactionId: '',
  quizId: 'quiz-1',
  workflow: 'SELF',
  noOfQuestions: 2,
  statusMsg: '',
  secondsLeft: 480,
  quizzesLeft: 2,
  questionList: [question('q1', 'Which city is your practice in?'), question('q2', 'Which claim was yours?')],
}
export const PASSED = { status: 'PASS', transactionId: 'transaction-1', statusMsg: '' }

export const RECEIPT: Receipt = {
  reference: '7QK4M-2XWHD',
  npiId: PHYSICIAN.npiId,
  npiName: PHYSICIAN.npiName,
  poName: '',
  firstName: 'Amara',
  lastName: 'Whitfield',
  email: 'robin@office.example',
  contactFirstName: '',
  contactLastName: '',
  signatoryEmail: '',
  submittedOn: '2026-03-02T15:00:00.000Z',
  decidedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '',
  path: 'SELF',
  regType: 'NPI',
  regRoleSel: 'SAA',
  groups: [],
  state: 'ACTIVE',
  contract: 'NONE',
  next: '',
}

/** The account form, filled in without an error. */
export const ACCOUNT = {
  firstName: 'Robin',
  lastName: 'Sample',
  email: 'robin@office.example',
  confirmEmail: 'ROBIN@office.example',
  phone: '5125550177',
  phoneExt: '12',
  userName: 'robin4821',
  password: 'Lantern4821x',
  confirmPassword: 'Lantern4821x',
  securityQuestion1: SECURITY_QUESTIONS[0],
  securityQuestion2: SECURITY_QUESTIONS[1],
  securityQuestion3: SECURITY_QUESTIONS[2],
  securityAns1: 'Copperfield',
  securityAns2: 'Juniper Terrace',
  securityAns3: 'Marigold',
} satisfies ModelChange

/** The request on behalf that a mailed link opens. */
export const REVIEW: RequestReview = {
  reqId: 'request-1',
  npiId: PHYSICIAN.npiId,
  npiName: PHYSICIAN.npiName,
  npiFirstName: PHYSICIAN.npiFirstName,
  npiLastName: PHYSICIAN.npiLastName,
  personFlag: 'Y',
  regRoleSel: 'SAA',
  replaceSaa: false,
  contactFirstName: 'Amara',
  contactLastName: 'Whitfield',
  firstName: 'Robin',
  lastName: 'Sample',
  email: ACCOUNT.email,
  phone: '5125550177',
  phoneExt: '12',
  regType: 'NPI',
  requestedOn: '2026-03-02T15:00:00.000Z',
  expiresOn: '2026-03-16T15:00:00.000Z',
}

/** The invitation that an activation link opens. */
export const INVITED: ActivationProfile = {
  npiId: PHYSICIAN.npiId,
  npiName: PHYSICIAN.npiName,
  poId: '',
  poName: '',
  pgGroupMap: {},
  pgGroupKeys: [],
  firstName: 'Robin',
  lastName: 'Sample',
  email: ACCOUNT.email,
  phone: '6175550142',
  phoneExt: '7',
  regRoleSel: 'AU',
}

/** The model of a physician who has proved the identity and is about to fill in the account form. */
export const PROVED = {
  ...PHYSICIAN,
  regType: 'NPI',
  regRoleSel: 'SAA',
  regBy: 'self',
  validateBy: 'ssn',
  lastSsn: '4321',
  identifyFound: true,
  transactionId: PASSED.transactionId,
} satisfies ModelChange

/** The sign-on agent answers its form when the test lets it. */
export const answerSignOn = (done: Promise<void> = Promise.resolve()): DeclaredReply => ({
  call: { method: 'POST', path: SIGN_ON_PATH },
  answer: async () => done.then(() => new Response()),
})

const USUAL: DeclaredReply[] = [
  reply(calls.reviewPromise, { businessDays: 2, draftMinutes: 30 }),
  reply(calls.valRegNpi, PHYSICIAN),
  reply(calls.saveDraft, true),
  reply(calls.endRegistration, true),
  reply(calls.checkPendingSaaRequestsForProvider, false),
  reply(calls.valRegProfile, true),
  reply(calls.quizRequest, QUIZ),
  reply(calls.quizScore, PASSED),
  reply(calls.getQuestions, [...SECURITY_QUESTIONS.slice(0, 20)]),
  reply(calls.addSaa, true),
  reply(calls.receipt, RECEIPT),
  reply(calls.getSmAgentId, 'agent'),
  answerSignOn(),
]

/** The registration page at its first screen. */
export function openWizard(replies: readonly DeclaredReply[] = [], address?: string): Rendered {
  return renderWizard(<Wizard />, replies, address)
}

/** The registration page at a later screen, with what was typed and chosen before. */
export function openScreen(
  route: Route,
  model: ModelChange,
  replies: readonly DeclaredReply[] = [],
  address?: string,
): Rendered {
  const enter = (gateway: Gateway) => {
    const entry = readEntry(new URLSearchParams())
    const store = createWizardStore({ gateway, brand, entry, leave: leavePage })
    store.update({ ...emptyRegistration(brand), ...model })
    store.show(route)
    return store
  }
  return renderWizard(<Wizard enter={enter} />, replies, address)
}

export const renderWizard = (wizard: ReactNode, replies: readonly DeclaredReply[], address?: string): Rendered =>
  render(<PublicLayout home={PROVIDER_PATHS.login}>{wizard}</PublicLayout>, {
    replies: [...USUAL, ...replies],
    ...(address !== undefined && { address }),
  })

/** The gateway logs statuses that are not ordinary. */
export function muteGatewayLog(): void {
  beforeEach(() => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => logged.mockRestore()
  })
}

export const heading = () => page.getByRole('heading', { level: 1 })
export const alert = () => page.getByRole('alert')
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const terms = () => page.getByRole('checkbox', { name: /terms of use/ })
export const question1 = () => page.getByRole('combobox', { name: 'Security question 1' })

export const expectHeading = (text: string) => expect.element(heading()).toHaveTextContent(text)
export const expectAlert = (text: string) => expect.element(alert()).toHaveTextContent(text)
/** Not there: waits until that is so. */
export const expectNone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument()

/** The summary stands above the form, has the focus and holds these errors. */
export async function expectSummary(...errors: string[]): Promise<void> {
  await expect.element(alert()).toMatchTextContent(FIX_ERRORS)
  for (const error of errors) await expect.element(alert()).toMatchTextContent(error)
  await expect.poll(() => document.activeElement?.matches('.note.bad')).toBe(true)
}

export const clickContinue = () => userEvent.click(button(BUTTONS.continue))
export async function chooseAndContinue(choice: string): Promise<void> {
  await userEvent.click(field(choice))
  await clickContinue()
}
export async function enterNpi(npi = PHYSICIAN.npiId): Promise<void> {
  await userEvent.fill(field(NPI_FIELD), npi)
  await userEvent.click(button(BUTTONS.continueWithRegistration))
}
export const createAccount = () => userEvent.click(button(BUTTONS.createAccount))

/** Presses Tab until the element has the focus: a person without a mouse reaches it that way alone. */
export async function tabTo(locator: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most && locator.element() !== document.activeElement; presses += 1) {
    await userEvent.tab()
  }
  await expect.element(locator).toHaveFocus()
}

/** How often a call was sent. */
export const countSent = ({ sent }: Rendered, { path }: { path: string }): number =>
  sent.filter((each) => each.path === path).length
