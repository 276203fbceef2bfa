import { get, post } from '@portico/core/call'
import { useEffect, useState } from 'react'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render, reply } from '../../../test/render.tsx'
import { useAction } from './use-action.ts'
import { useCall } from './use-call.ts'

const listNames = get('/rest/sec/names', 'public', {
  says: '',
  query: Type.Object({ page: Type.Number() }),
  entity: Type.Array(Type.String()),
})
const rename = post('/rest/sec/rename', 'public', { says: '', body: Type.Object({}), entity: Type.Boolean() })

type Options = { keepPrevious?: boolean; dropOnUnmount?: boolean; enabled?: boolean }

/** A list with the ways in which pages read it again. `seen` records each entity that differs from the one before. */
function Names({ seen = [], ...options }: Options & { seen?: unknown[] }) {
  const [pageNumber, setPage] = useState(1)
  const names = useCall(listNames, { query: { page: pageNumber }, ...options })
  const change = useAction(rename, () => {})
  const entity = names.state === 'ready' ? names.entity : undefined
  useEffect(() => {
    if (entity) seen.push(entity)
  }, [entity, seen])
  return (
    <section>
      <output>{entity ? entity.join(', ') : names.state}</output>
      <button type="button" onClick={names.reload}>
        Reload
      </button>
      <button type="button" onClick={() => setPage(2)}>
        Next page
      </button>
      <button type="button" onClick={() => void change.send({})}>
        Rename
      </button>
    </section>
  )
}

/** Unmounts and mounts its content. */
function Switch(options: Options) {
  const [shown, setShown] = useState(true)
  return (
    <>
      {shown && <Names {...options} />}
      <button type="button" onClick={() => setShown(!shown)}>
        Switch
      </button>
    </>
  )
}

const press = (name: string) => page.getByRole('button', { name }).click()
const text = () => page.getByRole('status').element().textContent
/** The page counts as hydrated, as after its start. */
const hydrated = () => expect.poll(() => 'works' in document.documentElement.dataset).toBe(true)

/** Replies that the test gives one after the other, in any order. */
function openReplies() {
  const asked: ((names: string[]) => void)[] = []
  const declared = reply(listNames, () => new Promise<string[]>((resolve) => asked.push(resolve)))
  const answer = async (index: number, names: string[]) => {
    await expect.poll(() => asked.length).toBeGreaterThan(index)
    asked[index]?.(names)
  }
  return { declared, answer, asked }
}

test('components that read the same share one request', async () => {
  const { sent } = render(
    <>
      <Names />
      <Names />
    </>,
    { replies: [reply(listNames, ['Ann'])] },
  )
  await expect.poll(() => page.getByText('Ann').elements().length).toBe(2)
  expect(sent).toHaveLength(1)
})

test('the reply of the latest request is shown, whichever arrives last', async () => {
  const { declared, answer, asked } = openReplies()
  render(<Names />, { replies: [declared, reply(rename, true)] })
  await hydrated()
  await press('Rename')
  await expect.poll(() => asked.length).toBe(2)
  await answer(1, ['after'])
  await expect.poll(text).toBe('after')
  await answer(0, ['before'])
  await press('Reload')
  await expect.poll(() => asked.length).toBe(3)
  expect(text()).toBe('after')
  await answer(2, ['last'])
  await expect.poll(text).toBe('last')
})

test('an action reads again what is shown, and equal data causes no effect', async () => {
  const seen: unknown[] = []
  const { sent } = render(<Names seen={seen} />, { replies: [reply(listNames, ['Ann', 'Bo']), reply(rename, true)] })
  await expect.poll(text).toBe('Ann, Bo')
  await press('Rename')
  await expect.poll(() => sent.filter(({ path }) => path === listNames.path)).toHaveLength(2)
  await press('Reload')
  await expect.poll(() => sent.filter(({ path }) => path === listNames.path)).toHaveLength(3)
  expect(seen).toEqual([['Ann', 'Bo']])
})

test.each([
  ['keeps the previous rows while the next page loads', true, 'Ann'],
  ['shows that the next page loads unless the previous rows are to be kept', false, 'loading'],
])('%s', async (_, keepPrevious, between) => {
  const { declared, answer } = openReplies()
  const { sent } = render(<Names keepPrevious={keepPrevious} />, { replies: [declared] })
  await answer(0, ['Ann'])
  await expect.poll(text).toBe('Ann')
  await press('Next page')
  await expect.poll(() => sent).toHaveLength(2)
  expect(text()).toBe(between)
  await answer(1, ['Bo'])
  await expect.poll(text).toBe('Bo')
})

test.each([
  ['shows the earlier reply at once when its page returns, and reads again', false, 'Ann'],
  ['forgets the reply of a page that unmounted if it is to be dropped', true, 'loading'],
])('%s', async (_, dropOnUnmount, between) => {
  const { declared, answer, asked } = openReplies()
  render(<Switch dropOnUnmount={dropOnUnmount} />, { replies: [declared] })
  await answer(0, ['Ann'])
  await expect.poll(text).toBe('Ann')
  await hydrated()
  await press('Switch')
  await expect.poll(() => page.getByRole('status').elements()).toHaveLength(0)
  await press('Switch')
  await expect.poll(() => asked.length).toBe(2)
  expect(text()).toBe(between)
  await answer(1, ['Bo'])
  await expect.poll(text).toBe('Bo')
})

test('a disabled read sends nothing until it is reloaded', async () => {
  const { sent } = render(<Names enabled={false} />, { replies: [reply(listNames, ['Ann'])] })
  await hydrated()
  expect(sent).toEqual([])
  await press('Reload')
  await expect.poll(text).toBe('Ann')
})
