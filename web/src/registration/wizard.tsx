import { type Route, readEntry, resolveRoute } from '@portico/core/registration/routes'
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '#kit/hydration.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { brand } from '#shell/brands/brand.ts'
import type { Gateway } from '#shell/gateway/gateway.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { readMailedLink } from '#shell/router/mailed-link.ts'
import { leavePage } from '#shell/router/unsaved.ts'
import { Home } from './home.tsx'
import { lazyScreen, preloadScreens } from './lazy-screen.tsx'
import type { Screen } from './screen.ts'
import { ignoreSecondClick } from './second-click.ts'
import { watchTyping } from './watch-typing.ts'
import { followHistory } from './wizard-history.ts'
import type { WizardPersistenceProps } from './wizard-persistence.tsx'
import { createWizardStore, type WizardStore } from './wizard-store.ts'

/** Lazy, because no draft exists and no link is left when the page opens. If it fails to load, registration still works. */
const WizardPersistence = lazy<ComponentType<WizardPersistenceProps>>(async () => {
  const loaded = await import('./wizard-persistence.tsx').catch(() => undefined)
  return { default: loaded?.WizardPersistence ?? (() => null) }
})

/** One screen per route (behaviour 3); screen.ts describes what a screen must do. */
export const SCREENS = {
  home: Home,
  roleSel: lazyScreen(async () => (await import('./role-sel.tsx')).RoleSel),
  regWith: lazyScreen(async () => (await import('./reg-with.tsx')).RegWith),
  regChoice: lazyScreen(async () => (await import('./reg-choice.tsx')).RegChoice),
  regBy: lazyScreen(async () => (await import('./reg-by.tsx')).RegBy),
  pinssnSel: lazyScreen(async () => (await import('./pinssn-sel.tsx')).PinssnSel),
  step1: lazyScreen(async () => (await import('./step1.tsx')).Step1),
  step2: lazyScreen(async () => (await import('./step2.tsx')).Step2),
  step3: lazyScreen(async () => (await import('./step3.tsx')).Step3),
  regConf: lazyScreen(async () => (await import('./reg-conf.tsx')).RegConf),
  regByStaff: lazyScreen(async () => (await import('./reg-by-staff.tsx')).RegByStaff),
  regReqQuiz: lazyScreen(async () => (await import('./reg-req-quiz.tsx')).RegReqQuiz),
  regReqComplete: lazyScreen(async () => (await import('./reg-req-complete.tsx')).RegReqComplete),
  saaPerm: lazyScreen(async () => (await import('./saa-perm.tsx')).SaaPerm),
  activateUser: lazyScreen(async () => (await import('./activate-user.tsx')).ActivateUser),
} satisfies Record<Route, Screen>

type WizardProps = {
  /** Additional access replaces some of the screens. */
  screens?: Record<Route, Screen>
  isAdditionalAccess?: boolean
  enter?: (gateway: Gateway) => WizardStore
}

export function Wizard({ screens = SCREENS, isAdditionalAccess = false, enter = enterWizard }: WizardProps) {
  const gateway = useGateway()
  const works = useHydrated()
  const [store] = useState(() => enter(gateway))
  useEffect(() => followHistory(store), [store])
  useEffect(() => ignoreSecondClick(store), [store])
  useEffect(() => watchTyping(store), [store])
  useEffect(preloadScreens, [])
  const state = useSyncExternalStore(store.subscribe, store.current, store.current)
  const Current = screens[resolveRoute(state.route)]
  const actions = { dispatch: store.dispatch, update: store.update, gateway, isAdditionalAccess }
  return (
    <>
      <Current key={state.route} {...state} {...actions} />
      {works && (
        <Suspense fallback={null}>
          <WizardPersistence store={store} gateway={gateway} />
        </Suspense>
      )}
    </>
  )
}

/** The mailed link or the query of the entry page decides the first screen (behaviour 4.1). */
function enterWizard(gateway: Gateway): WizardStore {
  const { easyReg } = readEntry(new URLSearchParams(pageAddress().search))
  const entry = { reqId: readMailedLink('reqId'), activateId: readMailedLink('activateId'), easyReg }
  const store = createWizardStore({ gateway, brand, entry, leave: leavePage })
  store.dispatch({ type: 'entered', entry })
  return store
}
