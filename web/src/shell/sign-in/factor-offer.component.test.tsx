import { PROVIDER_PATHS } from '@portico/core/constants'
import { startPasskey } from '@portico/core/signon/factors/calls'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openAsUser, SAA } from '../../../test/area.tsx'
import { refuse } from '../../../test/render.tsx'
import { button, countSent, expectAlert, expectNone, muteGatewayLog } from '../../../test/wizard.tsx'
import { page as portalPage } from '../router/pages.ts'
import { useMe } from '../session/me.ts'
import { FactorOffer } from './factor-offer.tsx'

muteGatewayLog()

const OFFERED = { ...SAA, offerFactor: true }

function OfferPage() {
  const loaded = useMe()
  return loaded.state === 'ready' && <FactorOffer me={loaded.entity} profile={PROVIDER_PATHS.profile} />
}
const openOffer = () =>
  openAsUser([portalPage('active', PROVIDER_PATHS.home, 'Home', async () => OfferPage)], {
    address: PROVIDER_PATHS.home,
    me: OFFERED,
    replies: [refuse(startPasskey, { message: 'Not just now.' })],
  })

const passkeys = Object.getOwnPropertyDescriptor(window, 'PublicKeyCredential')
afterEach(() => {
  if (passkeys) Object.defineProperty(window, 'PublicKeyCredential', passkeys)
})

test('one press on the offer starts creating a passkey, and a failure can be retried or canceled', async () => {
  const rendered = openOffer()
  await userEvent.click(button('Set it up'))
  await expectAlert('Not just now.')
  expect(countSent(rendered, startPasskey)).toBe(1)
  await userEvent.click(button('Create a passkey'))
  await expect.poll(() => countSent(rendered, startPasskey)).toBe(2)
  await userEvent.click(button('Cancel'))
  await expect.element(button('Set it up')).toBeVisible()
})

test('without passkeys in this browser the offer links to the section of the profile', async () => {
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  openOffer()
  await expect
    .element(page.getByRole('link', { name: 'Set it up' }))
    .toHaveAttribute('href', `${PROVIDER_PATHS.profile}#second-factor`)
  await expectNone(button('Set it up'))
})
