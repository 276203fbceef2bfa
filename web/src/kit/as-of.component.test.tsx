import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../test/render.tsx'
import { AsOf } from './as-of.tsx'

test('the line names the time of the import in the plan’s time zone, and is absent without one', async () => {
  const { container } = render(
    <>
      <AsOf what="Coverage data" time="2026-11-17T08:10:00.000Z" />
      <AsOf what="Claims data" time={undefined} />
    </>,
  )
  await expect.element(page.getByText('Coverage data as of Nov 17, 2026, 3:10 AM EST.')).toBeVisible()
  expect(container.textContent).not.toContain('Claims data')
})
