import type { DemoAppState, DemoMayReply } from '@portico/core/demo-book'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type DeclaredReply, expectFits, render } from '../../test/render.tsx'
import { DemoAppPage } from './demo-app-page.tsx'

const answer = (path: string, body: DemoAppState | DemoMayReply, method: 'GET' | 'POST' = 'GET'): DeclaredReply => ({
  call: { method, path },
  answer: () => Response.json(body),
})
const openApp = (...replies: DeclaredReply[]) => render(<DemoAppPage app="app" />, { address: '/demo/app', replies })

const SANDRA: DemoAppState = {
  signedIn: true,
  name: 'Sandra Ashgrove',
  email: 'sandra@office.example',
  access: [
    { level: 'PG', id: 'PG1010', name: 'Tidewater Family Practice', role: 'SAA', permissions: ['CLAIM', 'HOME'] },
  ],
  staffRoles: [],
  isMember: false,
  signedInBy: 'password',
  claims: { sub: 'q2xEjUuL8q3iDqYpGmQ4H0Zk1oV7r5sTnBwCyXaMfEg', roles: ['SAA'] },
}

test('tells a visitor how the sign-in works, and why the last one ended', async () => {
  const { container } = openApp(answer('/demo/app/state.json', { signedIn: false, problem: 'invalid_grant' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('The portal ended your access to this application.')
  await expect
    .element(page.getByRole('link', { name: 'Sign in with the portal' }))
    .toHaveAttribute('href', '/demo/app/sign-in')
  await expectFits(container)
})

test('shows who the user is and which offices they act for', async () => {
  const { container } = openApp(answer('/demo/app/state.json', SANDRA))
  await expect.element(page.getByRole('heading', { name: 'You are Sandra Ashgrove' })).toBeVisible()
  await expect.element(page.getByText('With a password')).toBeVisible()
  await expect
    .element(page.getByRole('table'))
    .toMatchTextContent(/Tidewater Family Practice.*Group PG1010.*SAA.*Claim status/)
  await expectFits(container)
})

test('asks the portal whether the user may act for the NPI', async () => {
  const { sent, setReplies } = openApp(
    answer('/demo/app/state.json', SANDRA),
    answer('/demo/app/may.json', { may: true }),
  )
  const ask = () => userEvent.click(page.getByRole('button', { name: 'Ask the portal' }))
  await ask()
  await expect.element(page.getByText('Yes, you may do this now.')).toBeVisible()
  expect(sent.at(-1)).toEqual({ path: '/demo/app/may.json', input: { npi: '1400000026', permission: 'HOME' } })
  setReplies(answer('/demo/app/may.json', { may: false }))
  await ask()
  await expect.element(page.getByText('No, you may not do this now.')).toBeVisible()
  setReplies(answer('/demo/app/may.json', { error: 'malformed_npi' }))
  await ask()
  await expect.element(page.getByText('This is not an NPI. Please check the number.')).toBeVisible()
})

test('shows the access as it is after a refresh', async () => {
  openApp(
    answer('/demo/app/state.json', SANDRA),
    answer('/demo/app/refresh', { ...SANDRA, access: [], staffRoles: ['ADMINISTRATOR'] }, 'POST'),
  )
  await userEvent.click(page.getByRole('button', { name: 'Refresh' }))
  await expect.element(page.getByText('ADMINISTRATOR')).toBeVisible()
  await expect.element(page.getByText('The application has new tokens, with your access as it is now.')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})
