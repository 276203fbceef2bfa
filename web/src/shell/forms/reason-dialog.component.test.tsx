import { REQUIRED } from '@portico/core/forms/messages'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectFits, render } from '../../../test/render.tsx'
import { button } from '../../../test/wizard.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

test('a missing reason gets the focus and its error, and nothing is sent until there is one', async () => {
  const send = vi.fn(async () => {})
  const { container } = render(
    <ReasonDialog
      heading="Suspend the account?"
      save={{ busy: false, refusal: null, send }}
      buildBody={(reason) => ({ reason })}
      label="Suspend"
      reason="required"
      onClose={() => {}}
    />,
  )
  const reason = page.getByLabelText('Reason')
  await userEvent.click(button('Suspend'))
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription(new RegExp(`${REQUIRED}\\.?$`))
  expect(send).not.toHaveBeenCalled()
  await expectFits(container)
  await userEvent.fill(reason, ' Left the office. ')
  await userEvent.click(button('Suspend'))
  expect(send).toHaveBeenCalledExactlyOnceWith({ reason: 'Left the office.' })
})
