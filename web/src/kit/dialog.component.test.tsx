import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../test/render.tsx'
import { Dialog } from './dialog.tsx'
import { EmailText } from './email-text.tsx'

test('a dialog is in the middle of the window', async () => {
  render(
    <Dialog open heading="Remove this person?">
      <p>They lose access now.</p>
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const { top, bottom, left, right } = page.getByRole('dialog').element().getBoundingClientRect()
  // Rounded to whole pixels on one side.
  expect(Math.abs(top - (window.innerHeight - bottom))).toBeLessThanOrEqual(1)
  expect(Math.abs(left - (document.documentElement.clientWidth - right))).toBeLessThanOrEqual(1)
})

test('an email address wraps only after @ and dots', async () => {
  const { container } = render(<EmailText of="a.long.name@office.example" />)
  await expect.element(page.getByText('a.long.name')).toBeVisible()
  expect(container.innerHTML).toBe('a.<wbr>long.<wbr>name@<wbr>office.<wbr>example')
})
