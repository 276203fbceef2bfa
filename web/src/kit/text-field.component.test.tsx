import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, render } from '../../test/render.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { DigitsField, PasswordField, TextField } from './text-field.tsx'

test('a digits field keeps the digits of a pasted number and drops the rest', async () => {
  render(<DigitsField name="npi" label="NPI" digits={10} />)
  const field = page.getByLabelText('NPI')
  await userEvent.fill(field, '1100-000-011 99')
  await expect.element(field).toHaveValue('1100000011')
})

test('a digits field keeps the caret where a letter was dropped', async () => {
  render(<DigitsField name="npi" label="NPI" digits={10} defaultValue="1234" />)
  const field = page.getByLabelText('NPI')
  await userEvent.click(field)
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}x5')
  await expect.element(field).toHaveValue('12534')
})

test('a field with an error is described by it and has no accessibility faults', async () => {
  const { container } = render(<DigitsField name="npi" label="NPI" digits={10} error="Enter 10 digits" />)
  await expect.element(page.getByLabelText('NPI')).toHaveAccessibleDescription('Enter 10 digits')
  await expectAccessible(container)
})

test('a password is shown on request and hidden again', async () => {
  render(<PasswordField name="password" label="Password" />)
  const field = page.getByLabelText('Password', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'password')
  await userEvent.click(page.getByRole('button', { name: 'Show Password' }))
  await expect.element(field).toHaveAttribute('type', 'text')
  await userEvent.click(page.getByRole('button', { name: 'Hide Password' }))
  await expect.element(field).toHaveAttribute('type', 'password')
})

test.each(['text', 'email'])(
  'a pasted tab becomes a space in an input of type %s, and the form gets the clean text',
  async (type) => {
    const changes: string[] = []
    render(
      <TextField name="first" label="First name" type={type} onChange={({ target }) => changes.push(target.value)} />,
    )
    const field = page.getByLabelText('First name')
    await userEvent.fill(field, 'Ann\tMarie')
    await expect.element(field).toHaveValue('Ann Marie')
    expect(changes).toEqual(['Ann Marie'])
  },
)

test('a text area keeps line breaks and turns other control characters into spaces', async () => {
  render(<TextAreaField name="reason" label="Reason" />)
  const field = page.getByLabelText('Reason')
  await userEvent.fill(field, 'One\ttwo\nthree')
  await expect.element(field).toHaveValue('One two\nthree')
})
