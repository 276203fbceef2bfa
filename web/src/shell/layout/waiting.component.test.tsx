import { get, post } from '@portico/core/call'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import { isProviderUser } from '@portico/core/signon/calls'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { TextField } from '#kit/text-field.tsx'
import { openAsUser, openAsVisitor, replyAsUser, SAA } from '../../../test/area.tsx'
import { passTime } from '../../../test/clock.ts'
import { breakConnection, expectFits, failWith, type Rendered, reply } from '../../../test/render.tsx'
import { alert, button, expectHeading, expectNone, field, muteGatewayLog } from '../../../test/wizard.tsx'
import { NotFound } from '../../content/not-found.tsx'
import { Loading } from '../gateway/loading.tsx'
import { useAction } from '../gateway/use-action.ts'
import { useCall } from '../gateway/use-call.ts'
import { AREAS } from '../router/area.ts'
import { page as declarePage } from '../router/pages.ts'

muteGatewayLog()

const names = get('/rest/sec/names', 'public', { says: '', entity: Type.Array(Type.String()) })
const rename = post('/rest/sec/rename', 'public', { says: '', body: Type.Object({}), entity: Type.Boolean() })
const never = () => new Promise<never>(() => {})

/** A page whose heading and form come with the reply. */
function Names() {
  const loaded = useCall(names)
  const change = useAction(rename, () => {})
  return (
    <Loading of={loaded} label="Loading the names">
      {(found) => (
        <>
          <PageHeading>{`Names: ${found.join(', ')}`}</PageHeading>
          <TextField label="New name" />
          <Button onClick={() => void change.send({})}>Rename</Button>
        </>
      )}
    </Loading>
  )
}

/** A modal dialog that sends a call. */
function InDialog() {
  const change = useAction(rename, () => {})
  return (
    <>
      <PageHeading>Names</PageHeading>
      <Dialog
        open
        heading="Rename"
        onClose={() => {}}
        actions={<Button onClick={() => void change.send({})}>Send</Button>}
      >
        {change.refusal?.entity.message ?? 'Rename?'}
      </Dialog>
    </>
  )
}

const ADDRESS = PROVIDER_PATHS.claims
const open = (content: () => React.ReactNode, ...replies: Parameters<Rendered['setReplies']>) =>
  openAsUser([declarePage('signed-in', ADDRESS, 'List of names', async () => content)], {
    address: ADDRESS,
    me: SAA,
    replies,
  })
const wasSent = ({ sent }: Rendered, { path }: { path: string }) =>
  expect.poll(() => sent.some((each) => each.path === path)).toBe(true)
const mainNav = () => page.getByRole('navigation', { name: 'Main' })
const SLOW = 'This is taking longer than usual.'

test('after 8 seconds without a reply the page says so, and the user can stop waiting and try again', async () => {
  const rendered = open(Names, reply(names, never))
  await wasSent(rendered, names)
  expect(page.getByText(SLOW).elements()).toHaveLength(0)
  passTime(8000)
  await expect.element(alert()).toMatchTextContent(SLOW)
  await expectFits(rendered.container)
  await userEvent.click(button('Stop waiting'))
  await expectNone(page.getByText(SLOW))
  await expect.element(alert()).toHaveTextContent(GATEWAY_UNAVAILABLE)
  await expectHeading('List of names')
  await expect.element(mainNav()).toBeVisible()
  rendered.setReplies(reply(names, ['Ann']))
  await userEvent.click(button('Try again'))
  await expectHeading('Names: Ann')
})

test('a reply within 8 seconds shows no notice', async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const rendered = open(
    Names,
    reply(names, () => promise),
  )
  await wasSent(rendered, names)
  passTime(7000)
  resolve(['Ann'])
  await expectHeading('Names: Ann')
  passTime(2000)
  expect(page.getByText(SLOW).elements()).toHaveLength(0)
})

test('the notice is usable in a modal dialog, which stays open', async () => {
  const rendered = open(InDialog, reply(rename, never))
  await userEvent.click(button('Send'))
  await wasSent(rendered, rename)
  passTime(8000)
  await userEvent.click(button('Stop waiting'))
  await expect.element(page.getByRole('dialog')).toMatchTextContent(GATEWAY_UNAVAILABLE)
  await expectNone(page.getByText(SLOW))
})

test.each([
  ['a broken connection', breakConnection(names)],
  ['an unavailable server', failWith(names, 503)],
])('%s while data is read again keeps heading, data and typed text', async (_, failure) => {
  const rendered = open(Names, reply(names, ['Ann']), reply(rename, true))
  await expectHeading('Names: Ann')
  await userEvent.fill(field('New name'), 'Bo')
  rendered.setReplies(failure)
  await userEvent.click(button('Rename'))
  await expect.element(alert()).toHaveTextContent(GATEWAY_UNAVAILABLE)
  await expectHeading('Names: Ann')
  await expect.element(field('New name')).toHaveValue('Bo')
  rendered.setReplies(reply(names, ['Bo']))
  await userEvent.click(button('Try again'))
  await expectHeading('Names: Bo')
  await expect.element(field('New name')).toHaveValue('Bo')
  await expectNone(alert())
})

test('access that ended while data is read again removes the data', async () => {
  const rendered = open(Names, reply(names, ['Ann']), reply(rename, true))
  await expectHeading('Names: Ann')
  rendered.setReplies(failWith(names, 403))
  await userEvent.click(button('Rename'))
  await expectHeading('List of names')
  expect(rendered.container.textContent).not.toContain('Ann')
})

test('a failed check of the session keeps heading and navigation, and can be repeated', async () => {
  const rendered = open(Names, reply(names, ['Ann']), failWith(isProviderUser, 503))
  await expectHeading('List of names')
  await expect.element(alert()).toHaveTextContent(GATEWAY_UNAVAILABLE)
  await expect.element(button('Menu').or(page.getByRole('button', { name: 'Account' }))).toBeInTheDocument()
  rendered.setReplies(reply(isProviderUser, true))
  await userEvent.click(button('Try again'))
  await expectHeading('Names: Ann')
})

const openUnknown = async (signedIn: boolean) => {
  if (signedIn) await cookieStore.set('portico_signed_in', '1')
  return openAsVisitor(
    AREAS.providers,
    [declarePage('signed-in', AREAS.providers.home, 'Home', async () => () => null)],
    {
      address: `${PROVIDER_PATHS.home}/nowhere`,
      replies: replyAsUser(SAA),
      notFound: <NotFound signIn={AREAS.providers.login} signInLabel="Go to sign in" />,
    },
  )
}

test('an unknown address keeps the header of a signed-in user and leads home', async () => {
  await openUnknown(true)
  await expectHeading('We could not find this page')
  await expect.element(page.getByRole('button', { name: /Sandra Ashgrove/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', AREAS.providers.home)
})

test('an unknown address leads a visitor to the sign-in, without a call', async () => {
  const { sent } = await openUnknown(false)
  await expectHeading('We could not find this page')
  await expect.element(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
  expect(sent).toEqual([])
})
