import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectFits, render } from '../../../test/render.tsx'
import '../../internal/internal.css'
import { ShortcutHelp } from './shortcuts.tsx'

test('no key of the help overlaps its label, however long its name is', async () => {
  const { container } = render(
    <ShortcutHelp
      shortcuts={{ j: { label: 'Next contract', run: () => {} } }}
      more={[
        ['Enter', 'In the search: go to the first row. On a row: open it'],
        ['Shift + Page Down', 'Scroll the document'],
      ]}
    />,
  )
  await userEvent.click(page.getByRole('button', { name: 'Keyboard' }))
  await expect.element(page.getByText('Scroll the document')).toBeVisible()
  for (const key of document.querySelectorAll('kbd')) {
    const label = key.closest('div')?.querySelector('dd')
    expect(key.getBoundingClientRect().right).toBeLessThan(label?.getBoundingClientRect().left ?? 0)
  }
  await expectFits(container)
})
