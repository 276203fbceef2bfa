import { PROVIDER_PATHS } from '@portico/core/constants'
import { type Entry, type Route, readEntry } from '@portico/core/registration/routes'
import { brand } from '#shell/brands/brand.ts'
import type { Gateway } from '#shell/gateway/gateway.ts'
import { leavePage } from '#shell/router/unsaved.ts'
import { AdditionalConf } from './additional-conf.tsx'
import { AdditionalHome } from './additional-home.tsx'
import { AdditionalStep3 } from './additional-step3.tsx'
import type { Screen } from './screen.ts'
import { SCREENS, Wizard } from './wizard.tsx'
import { createWizardStore, type WizardStore } from './wizard-store.ts'

/** The wizard's screens and proofs; a review of the request replaces the account form. */
const screens: Record<Route, Screen> = {
  ...SCREENS,
  home: AdditionalHome,
  step3: AdditionalStep3,
  regConf: AdditionalConf,
}

/** A signed-in user requests another NPI, group, organization or role. */
export function AdditionalAccess() {
  return <Wizard screens={screens} isAdditionalAccess enter={enterSignedIn} />
}

function enterSignedIn(gateway: Gateway): WizardStore {
  const entry: Entry = readEntry(new URLSearchParams())
  const store = createWizardStore({
    gateway,
    brand: { ...brand, cancelRegistrationLink: PROVIDER_PATHS.home },
    entry,
    // A signed-in user has no use for the login page; the status page shows the request.
    leave: (address) => leavePage(address === PROVIDER_PATHS.login ? PROVIDER_PATHS.status : address),
  })
  store.dispatch({ type: 'entered', entry })
  return store
}
