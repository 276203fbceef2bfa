import { stopTakeover, takeoverByLink } from '@portico/core/access/successor-calls'
import {
  TAKEOVER_LINK_ENDED,
  TAKEOVER_LINK_UNKNOWN,
  TAKEOVER_LINK_USED,
} from '@portico/core/access/successor-sentences'
import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type DeclaredReply, expectFits, refuse, render, reply } from '../../test/render.tsx'
import { button, countSent, expectAlert, expectHeading, expectNone, muteGatewayLog } from '../../test/wizard.tsx'
import { StopTakeover } from './stop-takeover.tsx'

muteGatewayLog()

const NOTICE = { scopeName: 'Amara Whitfield', successor: 'Uma Carrington', dueOn: '2026-03-17T15:00:00.000Z' }
const open = (...replies: DeclaredReply[]) =>
  render(<StopTakeover />, { address: `${PROVIDER_PATHS.stopTakeover}?takeoverId=token-1`, replies })

test('opening the link stops nothing; the button does', async () => {
  const rendered = open(reply(takeoverByLink, NOTICE), reply(stopTakeover, true))
  await expectHeading('Stop a takeover')
  await expect.element(button('Stop the takeover')).toBeVisible()
  expect(location.search, 'the link leaves the address bar').toBe('')
  expect(countSent(rendered, stopTakeover)).toBe(0)
  await expectFits(rendered.container)
  await userEvent.click(button('Stop the takeover'))
  await expectAlert('The takeover is stopped. Provider Services will review it and decide.')
  expect(rendered.sent.at(-1)?.input).toEqual({ takeoverId: 'token-1' })
})

test.each([TAKEOVER_LINK_USED, TAKEOVER_LINK_ENDED, TAKEOVER_LINK_UNKNOWN])(
  'a link that does not open offers no button and says: %s',
  async (message) => {
    open(refuse(takeoverByLink, { message }, STATUS.pageMessage))
    await expectAlert(message)
    await expectNone(button('Stop the takeover'))
  },
)
