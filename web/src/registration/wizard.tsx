import { type Route, readEntry, resolveRoute } from '@portico/core/registration/routes'
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '../kit/hydration.tsx'
import { pageAddress } from '../kit/page-address.ts'
import type { Gateway } from '../shell/gateway/gateway.ts'
import { useGateway } from '../shell/gateway/gateway-context.tsx'
import { brand } from '../shell/layout/brand.ts'
import { readMailedLink } from '../shell/router/mailed-link.ts'
import { leavePage } from '../shell/router/unsaved.ts'
import { Home } from './home.tsx'
import { fetchLaterScreens, laterScreen } from './later-screen.tsx'
import type { LeavingProps } from './leaving.tsx'
import type { Screen } from './screen.ts'
import { ignoreSecondClick } from './second-click.ts'
import { followHistory } from './wizard-history.ts'
import { createWizardStore, type WizardStore } from './wizard-store.ts'

/** Nothing is typed yet when the page opens. Who cannot get it registers all the same. */
const Leaving = lazy<ComponentType<LeavingProps>>(async () => {
  const loaded = await import('./leaving.tsx').catch(() => undefined)
  return { default: loaded?.Leaving ?? (() => null) }
})

/** Every route has its screen (behaviour 3); a screen's contract is in screen.ts. */
export const SCREENS = {
  home: Home,
  roleSel: laterScreen(async () => (await import('./role-sel.tsx')).RoleSel),
  regWith: laterScreen(async () => (await import('./reg-with.tsx')).RegWith),
  regChoice: laterScreen(async () => (await import('./reg-choice.tsx')).RegChoice),
  regBy: laterScreen(async () => (await import('./reg-by.tsx')).RegBy),
  pinssnSel: laterScreen(async () => (await import('./pinssn-sel.tsx')).PinssnSel),
  step1: laterScreen(async () => (await import('./step1.tsx')).Step1),
  step2: laterScreen(async () => (await import('./step2.tsx')).Step2),
  step3: laterScreen(async () => (await import('./step3.tsx')).Step3),
  regConf: laterScreen(async () => (await import('./reg-conf.tsx')).RegConf),
  regByStaff: laterScreen(async () => (await import('./reg-by-staff.tsx')).RegByStaff),
  regReqQuiz: laterScreen(async () => (await import('./reg-req-quiz.tsx')).RegReqQuiz),
  regReqComplete: laterScreen(async () => (await import('./reg-req-complete.tsx')).RegReqComplete),
  saaPerm: laterScreen(async () => (await import('./saa-perm.tsx')).SaaPerm),
  activateUser: laterScreen(async () => (await import('./activate-user.tsx')).ActivateUser),
} satisfies Record<Route, Screen>

type WizardProps = {
  /** Other screens stand for some routes where somebody already signed in asks for more. */
  screens?: Record<Route, Screen>
  asksForMore?: boolean
  enter?: (gateway: Gateway) => WizardStore
}

export function Wizard({ screens = SCREENS, asksForMore = false, enter = enterWizard }: WizardProps) {
  const gateway = useGateway()
  const works = useHydrated()
  const [store] = useState(() => enter(gateway))
  useEffect(() => followHistory(store), [store])
  useEffect(() => ignoreSecondClick(store), [store])
  useEffect(fetchLaterScreens, [])
  const state = useSyncExternalStore(store.subscribe, store.current, store.current)
  const Current = screens[resolveRoute(state.route)]
  const doing = { dispatch: store.dispatch, update: store.update, gateway, asksForMore }
  return (
    <>
      <Current key={state.route} {...state} {...doing} />
      {works && (
        <Suspense fallback={null}>
          <Leaving store={store} gateway={gateway} />
        </Suspense>
      )}
    </>
  )
}

/** The mailed link, or the entry page's query, decides the first screen (behaviour 4.1). */
function enterWizard(gateway: Gateway): WizardStore {
  const { easyReg } = readEntry(new URLSearchParams(pageAddress().search))
  const entry = { reqId: readMailedLink('reqId'), activateId: readMailedLink('activateId'), easyReg }
  const store = createWizardStore({ gateway, brand, entry, leave: leavePage })
  store.dispatch({ type: 'entered', entry })
  return store
}
