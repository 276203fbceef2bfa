import { get, post } from '@portico/core/call'
import { GATEWAY_UNAVAILABLE } from '@portico/core/forms/messages'
import Type from 'typebox'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { breakConnection, expectAccessible, failWith, refuse, render, reply, resetPage } from './render.tsx'

const greet = get('/rest/nonsec/greet', 'public', {
  says: 'A greeting.',
  query: Type.Object({ name: Type.String() }),
  entity: Type.String(),
})
const save = post('/rest/nonsec/save', 'public', {
  says: 'Saves a name.',
  body: Type.Object({ name: Type.String() }),
  entity: Type.Null(),
})

function Greeting() {
  const gateway = useGateway()
  const greeting = useCall(greet, { query: { name: 'Ann' } })
  return (
    <>
      <p>{greeting.state === 'ready' ? greeting.entity : greeting.state}</p>
      <p>{greeting.state === 'failed' && greeting.message}</p>
      <button type="button" onClick={() => gateway.call(save, { name: 'Bo' })}>
        Save
      </button>
      <a href="/thp/portal/providers/login">Leave</a>
    </>
  )
}

// The gateway logs unexpected statuses.
beforeEach(() => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => logged.mockRestore()
})

test('a declared reply reaches the component through the gateway', async () => {
  const { sent } = render(<Greeting />, { replies: [reply(greet, ({ name }) => `Hello ${name}`), reply(save, null)] })
  await expect.element(page.getByText('Hello Ann')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => sent)
    .toEqual([
      { path: greet.path, input: { name: 'Ann' } },
      { path: save.path, input: { name: 'Bo' } },
    ])
})

test('a reply that the test holds back leaves the component loading', async () => {
  const greeting = Promise.withResolvers<string>()
  render(<Greeting />, { replies: [reply(greet, () => greeting.promise)] })
  await expect.element(page.getByText('loading')).toBeVisible()
  greeting.resolve('Hello at last')
  await expect.element(page.getByText('Hello at last')).toBeVisible()
})

test.each([
  ['a refusal', refuse(greet, { message: 'Not today.' }), 'Not today.'],
  ['an HTTP error', failWith(greet, 503), GATEWAY_UNAVAILABLE],
  ['a broken connection', breakConnection(greet), GATEWAY_UNAVAILABLE],
])('%s reaches the component as a failure', async (_kind, failing, message) => {
  render(<Greeting />, { replies: [failing] })
  await expect.element(page.getByText('failed')).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
})

test('a call without a declared reply fails the test', async () => {
  render(<Greeting />)
  await expect.element(page.getByText('failed')).toBeVisible()
  await expect(resetPage()).rejects.toThrow('GET /rest/nonsec/greet')
})

test('a link to another document is recorded and not followed', async () => {
  const { opened } = render(<Greeting />, { replies: [reply(greet, 'Hello')] })
  await userEvent.click(page.getByRole('link', { name: 'Leave' }))
  await expect.poll(() => opened).toEqual(['/thp/portal/providers/login'])
  await expect.element(page.getByText('Hello')).toBeVisible()
})

test('a reset leaves no page, address, cookie or storage behind', async () => {
  const address = location.href
  const { container } = render(<Greeting />, { address: '/thp/portal/members/my/home', replies: [reply(greet, 'Hi')] })
  await expect.element(page.getByText('Hi')).toBeVisible()
  await cookieStore.set('XSRF-TOKEN', 'token')
  sessionStorage.setItem('key', 'value')
  await resetPage()
  expect(container.isConnected).toBe(false)
  expect([location.href, document.cookie, sessionStorage.length]).toEqual([address, '', 0])
})

const FAULTS: [rule: string, style: React.CSSProperties][] = [
  ['color-contrast', { color: '#bbb' }],
  ['color-contrast', { opacity: 0.3 }],
  ['scrollable-region-focusable', { height: 20, overflow: 'auto' }],
]

test.each(FAULTS)(
  'expectAccessible finds %s on a page that differs only by it (%o) from a clean one',
  async (rule, style) => {
    const Page = ({ style: look = {} }: { style?: React.CSSProperties }) => (
      <div style={{ background: '#fff', color: '#111', ...look }}>
        <p>The first of two sentences.</p>
        <p>The second of two sentences.</p>
      </div>
    )
    render(<Page />)
    await expect.element(page.getByText('The second')).toBeVisible()
    await expectAccessible()
    await expectAccessible()
    await resetPage()
    render(<Page style={style} />)
    await expect.element(page.getByText('The second')).toBeVisible()
    await expect(expectAccessible()).rejects.toMatchObject({ actual: [expect.stringContaining(`${rule}: `)] })
  },
)
