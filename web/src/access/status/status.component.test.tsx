import { cancelRequest, listMyRequests, sendRequestAgain } from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { askForSignature, uploadContract } from '@portico/core/contracts/calls'
import { CONTRACT_UPLOAD_MAX_BYTES } from '@portico/core/contracts/limits'
import { INSPECTION_BUSY } from '@portico/core/contracts/sentences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { page as declarePage } from '#shell/router/pages.ts'
import { lastInput, openAsUser, SAA } from '../../../test/area.tsx'
import { BEHALF } from '../../../test/example-request.ts'
import { expectAccessible, failWith, refuse, render, reply } from '../../../test/render.tsx'
import {
  button,
  countSent,
  expectAlert,
  expectHeading,
  expectNone,
  field,
  muteGatewayLog,
} from '../../../test/wizard.tsx'
import '../access.css'
import { ToDo } from '../home/to-do.tsx'
import { administrationPage, homePage, statusPage } from '../pages.tsx'

muteGatewayLog()

const CONTRACT: MyRequest = { ...BEHALF, path: 'CONTRACT', state: 'PENDING_CONTRACT', needsContract: true }
const PENDING = { ...SAA, active: false, permissions: [], grants: [], roles: [], administers: false }

const noPart = async () => () => null
const pages = [
  homePage(null, noPart, noPart),
  administrationPage,
  declarePage('can-request', PROVIDER_PATHS.additionalAccess, 'Request additional access', noPart),
  statusPage,
  {
    ...declarePage('signed-in', PROVIDER_PATHS.profile, 'Your profile', noPart),
    nav: { label: 'Profile', inAccountMenu: true } as const,
  },
]
const openStatus = (request: MyRequest, address: string = PROVIDER_PATHS.status) =>
  openAsUser(pages, {
    address,
    me: { ...PENDING, pendingRequests: [request.reference] },
    replies: [reply(listMyRequests, [request])],
  })
const main = () => page.getByRole('main')

test.each([PROVIDER_PATHS.status, PROVIDER_PATHS.home, PROVIDER_PATHS.access, PROVIDER_PATHS.additionalAccess])(
  'a user with only pending requests who opens %s sees the status page, and links to it and the profile',
  async (address) => {
    openStatus(BEHALF, address)
    await expectHeading('Your requests')
    expect(location.pathname).toBe(PROVIDER_PATHS.status)
    const linksOf = (name: string) =>
      page
        .getByRole('navigation', { name })
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent)
    await expect.poll(() => linksOf('Main')).toEqual(['Your requests'])
    await userEvent.click(page.getByRole('button', { name: /^Your account/ }))
    await expect
      .poll(() => linksOf('Your account').filter((text) => text !== 'Your requests'))
      .toEqual(['Profile', 'Sign out'])
  },
)

test('a request on behalf shows who decides and its expiry, and its email can be sent again', async () => {
  const rendered = openStatus(BEHALF)
  rendered.setReplies(reply(sendRequestAgain, true))
  for (const text of ['Waiting for the provider', BEHALF.askedOf, 'Expires on April 1, 2026'])
    await expect.element(main()).toMatchTextContent(text)
  await userEvent.click(button('Send the email again'))
  await expectAlert('We sent the email again to p••••@practice.example. The earlier link no longer works.')
  expect(lastInput(rendered, sendRequestAgain)).toEqual({ reference: BEHALF.reference })
})

test('a request is canceled only after a confirmation', async () => {
  const rendered = openStatus(BEHALF)
  await userEvent.click(button('Cancel this request'))
  const dialog = page.getByRole('dialog', { name: 'Cancel this request?' })
  await expectAccessible(rendered.container)
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
  await expectNone(dialog)
  await expect.element(button('Cancel this request')).toHaveFocus()
  await userEvent.click(button('Cancel this request'))
  rendered.setReplies(
    reply(cancelRequest, { reference: BEHALF.reference, state: 'REVOKED' }),
    reply(listMyRequests, [{ ...BEHALF, state: 'REVOKED', canCancel: false, canSendAgain: false }]),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the request' }))
  await expectAlert('Your request 7QK4M-2XWHD is canceled.')
  await expectNone(button('Send the email again'))
})

test.each([
  ['ACTIVE', 'Active', 'ok'],
  ['SUSPENDED', 'Suspended', 'warn'],
  ['REVOKED', 'Ended', 'warn'],
] as const)('an accepted request shows that its access is %s', async (access, label, tone) => {
  openStatus({ ...BEHALF, state: 'ACTIVE', access, next: 'What this means.', canCancel: false, canSendAgain: false })
  const card = page.getByRole('region', { name: 'Amara Whitfield' })
  await expect.element(card.getByText(label, { exact: true }).first()).toBeVisible()
  await expect.element(card.getByText('What this means.')).toBeVisible()
  expect(card.element().querySelector('.note')?.classList.contains(tone)).toBe(true)
})

test('home lists the user’s own pending requests', async () => {
  render(
    <ToDo me={{ ...PENDING, pendingRequests: [BEHALF.reference] }} home={{ state: 'loading', reload: () => {} }} />,
    {
      address: PROVIDER_PATHS.home,
      replies: [reply(listMyRequests, [BEHALF, { ...BEHALF, reference: 'OVER', npiName: 'Decided', state: 'ACTIVE' }])],
    },
  )
  await expect.element(page.getByRole('heading', { name: 'Your own requests' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Amara Whitfield' }))
    .toHaveAttribute('href', `${PROVIDER_PATHS.status}#${BEHALF.reference}`)
  await expectNone(page.getByText('Decided'))
})

test('home lists two of many pending requests and links to all', async () => {
  const references = ['A', 'B', 'C']
  render(<ToDo me={{ ...PENDING, pendingRequests: references }} home={{ state: 'loading', reload: () => {} }} />, {
    address: PROVIDER_PATHS.home,
    replies: [
      reply(
        listMyRequests,
        references.map((reference) => ({ ...BEHALF, reference })),
      ),
    ],
  })
  await expect
    .element(page.getByRole('link', { name: 'All 3 requests' }))
    .toHaveAttribute('href', PROVIDER_PATHS.status)
  expect(page.getByRole('link', { name: 'Amara Whitfield' }).elements()).toHaveLength(2)
})

const upload = () => field('Signed form')
const send = () => userEvent.click(button('Upload the signed form'))
const file = (name: string, type: string, size = 3) => new File([new Uint8Array(size)], name, { type })
const PDF = file('signed.pdf', 'application/pdf')

/** Chooses a file within the page: an upload from outside is slow for large files. */
async function choose(chosen: File) {
  const data = new DataTransfer()
  data.items.add(chosen)
  const input = (await upload().findElement()) as HTMLInputElement
  input.files = data.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test.each([
  [undefined, 'Please choose a PDF or pictures of the signed form.'],
  [file('signed.docx', 'application/msword'), 'Please choose a PDF, or JPEG or PNG pictures.'],
  [file('signed.pdf', 'application/pdf', CONTRACT_UPLOAD_MAX_BYTES + 1), 'This file is larger than 10 MB.'],
])('a signed form is refused at its field: $1', async (chosen, message) => {
  const rendered = openStatus(CONTRACT)
  if (chosen) await choose(chosen)
  await send()
  await expect.element(upload()).toHaveAccessibleDescription(expect.stringContaining(message))
  await expect.element(upload()).toHaveFocus()
  expect(countSent(rendered, uploadContract)).toBe(0)
})

test('a refused upload keeps the earlier copy, and a busy server is tried again with the same file', async () => {
  const rendered = openStatus(CONTRACT)
  const still = 'Anything you uploaded earlier is still with us.'
  rendered.setReplies(refuse(uploadContract, { message: 'This is no PDF.' }, STATUS.pageMessage))
  await choose(PDF)
  await send()
  await expectAlert(`This is no PDF. ${still}`)
  rendered.setReplies(failWith(uploadContract, 503))
  await send()
  await expectAlert(`${INSPECTION_BUSY} Your file is still selected. ${still}`)
  rendered.setReplies(
    reply(uploadContract, true),
    reply(listMyRequests, [{ ...CONTRACT, contract: { state: 'RECEIVED', on: CONTRACT.askedOn, reason: '' } }]),
  )
  await userEvent.click(button('Try again'))
  await expectAlert('We received your signed form. We’ll review it and email you.')
  await expect.element(main()).toMatchTextContent('Signed form received')
  expect(lastInput(rendered, uploadContract)).toMatchObject({ reference: CONTRACT.reference, fileName: 'signed.pdf' })
  await userEvent.click(page.getByText('Download the form again, or send a better copy'))
  await expect.element(upload()).toBeVisible()
})

test('a person asked to sign by email gets a link, and the message says until when it works', async () => {
  const rendered = openStatus({ ...CONTRACT, canSignOnline: true })
  rendered.setReplies(reply(askForSignature, { expiresOn: '2026-04-01T15:00:00.000Z' }))
  await userEvent.click(button('Ask someone to sign'))
  await userEvent.fill(field('Name'), 'Dana Whitlock')
  await userEvent.fill(field('Title'), 'Medical Director')
  await userEvent.fill(field('Email'), 'dana@practice.example')
  await userEvent.fill(field('Confirm email'), 'dana@practice.example')
  await userEvent.click(button('Send the contract'))
  await expectAlert('We emailed Dana Whitlock a link to sign. It works until April 1, 2026.')
})

const signing = { ...CONTRACT.signing, way: 'ASKED', name: 'Dana Whitlock', askedOn: CONTRACT.askedOn } as const

test.each<[string, Partial<MyRequest>, string[]]>([
  [
    'rejected',
    { path: 'APPROVAL', state: 'REJECTED', reason: 'Ask as a user.', decidedBy: 'Sandra Ashgrove', next: 'No access.' },
    ['Rejected', 'Reason: Ask as a user.', 'Decided by', 'Sandra Ashgrove'],
  ],
  [
    'returned',
    { ...CONTRACT, contract: { state: 'RETURNED', on: CONTRACT.askedOn, reason: 'Page two is missing.' } },
    ['Reason: Page two is missing.', 'Signed form returned to you'],
  ],
  [
    'declined by its signatory',
    {
      ...CONTRACT,
      canSignOnline: true,
      signing: { ...signing, state: 'DECLINED', reason: 'I left.', endedOn: CONTRACT.askedOn },
    },
    ['Reason: I left.', 'Declined by Dana Whitlock'],
  ],
  [
    'signed online',
    {
      ...CONTRACT,
      canSignOnline: true,
      contract: { state: 'RECEIVED', on: CONTRACT.askedOn, reason: '' },
      signing: { ...signing, way: 'SELF', state: 'SIGNED', endedOn: CONTRACT.askedOn },
    },
    ['Signed online by Dana Whitlock'],
  ],
])('the status of a request that was %s says so, with the reason', async (_which, change, texts) => {
  const rendered = openStatus({ ...BEHALF, ...change })
  for (const text of texts) await expect.element(main()).toMatchTextContent(text)
  await expectAccessible(rendered.container)
})
