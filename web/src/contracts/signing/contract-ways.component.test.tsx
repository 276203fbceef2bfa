import { INTERNAL_PATHS } from '@portico/core/constants'
import { contractWays } from '@portico/core/contracts/calls'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Router } from '#shell/router/router.tsx'
import { render, reply } from '../../../test/render.tsx'
import { field } from '../../../test/wizard.tsx'
import { ContractWays } from './contract-ways.tsx'

test('Back and reload restore the period of the contracts’ figures', async () => {
  const { sent } = render(
    <Router>
      <ContractWays />
    </Router>,
    { address: `${INTERNAL_PATHS.contracts}?waysDays=30`, replies: [reply(contractWays, { online: [], paper: [] })] },
  )
  const days = field('Requests from')
  await expect.element(days).toHaveValue('30')
  await userEvent.selectOptions(days, '365')
  await expect.poll(() => sent.at(-1)?.input).toEqual({ days: '365' })
  history.back()
  await expect.element(days).toHaveValue('30')
})
