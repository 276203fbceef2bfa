import { filterNpi } from '@portico/core/forms/npi'
import { type ReactNode, use, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { field } from '../../test/wizard.tsx'
import { Button } from './button.tsx'
import { CheckboxList } from './checkbox-list.tsx'
import { Checkbox, RadioCards } from './choice.tsx'
import { HydrationMarker, hydrateScreen } from './hydration.tsx'
import { LazyPart } from './lazy-part.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { DigitsField, PasswordField, TextField } from './text-field.tsx'

/** Typing at every moment of hydration: in the HTML alone, while the page works in part, and afterwards. */

const COLORS = ['red', 'green', 'blue'] as const
const options = COLORS.map((value) => ({ value, label: value }))
const EMPTY = { name: '', day: '', password: '', note: '', color: '', shade: '', agreed: false }
let sent: unknown

/** Fields of the form library. */
function LibraryForm() {
  const form = useScreenForm(EMPTY, () => ({}))
  return (
    <form
      noValidate
      onSubmit={form.onValid((values) => {
        sent = values
      })}
    >
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Day" type="date" {...form.field('day')} />
      <PasswordField label="Secret" {...form.field('password')} />
      <TextAreaField label="Note" {...form.field('note')} />
      <SelectField label="Color" placeholder="None" options={options} {...form.field('color')} />
      <RadioCards legend="Shade" options={options} {...form.field('shade')} />
      <Checkbox label="I agree" {...form.field('agreed')} />
      <Button type="submit">Send</Button>
    </form>
  )
}

/** Fields with React's own state, which it writes into them at every rendering. */
function OwnForm() {
  const [state, setState] = useState({ npi: '', search: '', color: '', shade: '', ticked: '' })
  const set = (change: Partial<typeof state>) => setState((before) => ({ ...before, ...change }))
  return (
    <>
      <DigitsField
        label="NPI"
        name="npi"
        digits={10}
        clean={filterNpi}
        onChange={({ target }) => set({ npi: target.value })}
      />
      <SearchField label="Words" value={state.search} onSearch={(search) => set({ search })} />
      <SelectField
        label="Own color"
        placeholder="None"
        options={options}
        value={state.color}
        onPick={(color) => set({ color })}
      />
      <RadioCards
        legend="Own shade"
        name="ownShade"
        options={options}
        value={COLORS.find((color) => color === state.shade) ?? ''}
        onPick={(shade) => set({ shade })}
      />
      <CheckboxList
        name="ticked"
        legend="Ticked"
        items={COLORS.map((id) => ({ id, label: `tick ${id}`, checked: state.ticked.includes(id) }))}
        onToggle={(id, checked) =>
          setState((before) => ({ ...before, ticked: before.ticked.replace(id, '') + (checked ? id : '') }))
        }
      />
      <output>{JSON.stringify(state)}</output>
    </>
  )
}

/** Content that hydrates when the promise is settled. */
function Waiting({ until, children }: { until: Promise<unknown> | undefined; children: ReactNode }) {
  if (until) use(until)
  return children
}

let container: HTMLElement
afterEach(() => container.remove())

/** Shows the HTML of the form in a part of its own, or in the page itself. */
function openHtml(form: ReactNode, place: 'page' | 'part') {
  const { promise, resolve } = Promise.withResolvers<void>()
  const tree = (until?: Promise<void>) => (
    <>
      {place === 'part' ? (
        <LazyPart fallback={null}>
          <Waiting until={until}>{form}</Waiting>
        </LazyPart>
      ) : (
        form
      )}
      <HydrationMarker />
    </>
  )
  container = document.createElement('div')
  container.innerHTML = renderToString(tree())
  document.body.append(container)
  return { hydratePage: () => hydrateScreen(container, tree(promise)), hydratePart: async () => resolve() }
}

const works = () => expect.poll(() => 'works' in document.documentElement.dataset).toBe(true)
const own = () => JSON.parse(container.querySelector('output')?.textContent ?? '')

/** What a user does, or a key that is pressed. */
type Step = (() => unknown) | string

/** Does the steps in their order, with hydration starting and ending after the given numbers of steps. */
async function doSteps(steps: readonly Step[], starts: number, ends: number, form: ReactNode, place: 'page' | 'part') {
  const { hydratePage, hydratePart } = openHtml(form, place)
  const [first, last] = [starts, ends].map((count) => Math.min(count, steps.length)) as [number, number]
  await doAll(steps.slice(0, first))
  hydratePage()
  await doAll(steps.slice(first, last))
  await hydratePart()
  await doAll(steps.slice(last))
  await works()
}

/** Keys that follow each other are pressed one after the other by one command to the browser. */
async function doAll(steps: readonly Step[]): Promise<void> {
  let pressed = ''
  for (const step of [...steps, () => {}]) {
    if (typeof step === 'string') {
      pressed += step
      continue
    }
    if (pressed) await userEvent.keyboard(pressed)
    pressed = ''
    await step()
  }
}

const keys = (text: string): Step[] => text.split('')
const click =
  (label: string): Step =>
  () =>
    userEvent.click(field(label))
const pick =
  (label: string, value: string): Step =>
  () =>
    userEvent.selectOptions(field(label), value)

/** Each form hydrates as a page and as a part, early and late. The soak (`typing-moments.spec.ts`) tries many moments. */
const EARLY_PAGE = { place: 'page', starts: 5, ends: 5 } as const
const LATE_PAGE = { place: 'page', starts: 17, ends: 17 } as const
const EARLY_PART = { place: 'part', starts: 2, ends: 8 } as const
const LATE_PART = { place: 'part', starts: 7, ends: 15 } as const

test.each([EARLY_PAGE, LATE_PAGE, EARLY_PART, LATE_PART])(
  'an NPI typed in the $place around hydration ($starts, $ends) keeps its digits in order',
  async (at) => {
    const steps = [click('NPI'), ...keys('12a3-4567x8901234')]
    await doSteps(steps, at.starts, at.ends, <OwnForm />, at.place)
    await expect.element(field('NPI')).toHaveValue('1234567890')
    expect(own().npi).toBe('1234567890')
  },
)

test.each([EARLY_PAGE, LATE_PART])(
  'fields with React’s own state in the $place keep input around hydration ($starts, $ends)',
  async (at) => {
    const steps = [
      click('Words'),
      ...keys('abcd'),
      pick('Own color', 'green'),
      () => userEvent.click(page.getByRole('group', { name: 'Own shade' }).getByLabelText('blue')),
      click('tick red'),
      click('tick green'),
      click('tick red'),
    ]
    await doSteps(steps, at.starts, at.ends, <OwnForm />, at.place)
    await expect.poll(own).toEqual({ npi: '', search: 'abcd', color: 'green', shade: 'blue', ticked: 'green' })
    await expect.element(field('Words')).toHaveValue('abcd')
  },
)

const FILLED = {
  name: 'Ann Mae',
  day: '2024-02-29',
  password: 'Lantern1',
  note: 'one\ntwo',
  color: 'blue',
  shade: 'green',
  agreed: true,
}

test.each([LATE_PAGE, EARLY_PART, { place: 'page', starts: 37, ends: 37 } as const])(
  'fields of the form library in the $place keep input around hydration ($starts, $ends)',
  async (at) => {
    sent = undefined
    const steps = [
      click('Name'),
      ...keys('Ann Mae'),
      click('Day'),
      ...keys('02292024'),
      click('Secret'),
      ...keys('Lantern1'),
      click('Note'),
      ...keys('one'),
      '{Enter}',
      ...keys('two'),
      pick('Color', 'blue'),
      () => userEvent.click(page.getByRole('group', { name: 'Shade' }).getByLabelText('green')),
      click('I agree'),
    ]
    await doSteps(steps, at.starts, at.ends, <LibraryForm />, at.place)
    await userEvent.click(page.getByRole('button', { name: 'Send' }))
    await expect.poll(() => sent).toEqual(FILLED)
  },
)

test('a character typed in the middle keeps its place when the page hydrates', async () => {
  const steps = [click('Words'), ...keys('acd'), '{ArrowLeft}{ArrowLeft}', ...keys('b')]
  await doSteps(steps, 5, 5, <OwnForm />, 'page')
  await expect.poll(() => own().search).toBe('abcd')
})
