import { type Route, readEntry } from '@portico/core/registration/routes'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { brand } from '../shell/brand.ts'
import type { Gateway } from '../shell/gateway.ts'
import { useGateway } from '../shell/gateway-context.tsx'
import { ActivateUser } from './activate-user.tsx'
import { Home } from './home.tsx'
import { PinssnSel } from './pinssn-sel.tsx'
import { RegBy } from './reg-by.tsx'
import { RegByStaff } from './reg-by-staff.tsx'
import { RegChoice } from './reg-choice.tsx'
import { RegConf } from './reg-conf.tsx'
import { RegReqComplete } from './reg-req-complete.tsx'
import { RegReqQuiz } from './reg-req-quiz.tsx'
import { RegWith } from './reg-with.tsx'
import { RoleSel } from './role-sel.tsx'
import { SaaPerm } from './saa-perm.tsx'
import type { Screen } from './screen.ts'
import { Step1 } from './step1.tsx'
import { Step2 } from './step2.tsx'
import { Step3 } from './step3.tsx'
import { followHistory } from './wizard-history.ts'
import { createWizardStore, type WizardStore } from './wizard-store.ts'

/** Every route of spec section 2 has its screen; a screen's contract is in screen.ts. */
const screens = {
  home: Home,
  roleSel: RoleSel,
  regWith: RegWith,
  regChoice: RegChoice,
  regBy: RegBy,
  pinssnSel: PinssnSel,
  step1: Step1,
  step2: Step2,
  step3: Step3,
  regConf: RegConf,
  regByStaff: RegByStaff,
  regReqQuiz: RegReqQuiz,
  regReqComplete: RegReqComplete,
  saaPerm: SaaPerm,
  activateUser: ActivateUser,
} satisfies Record<Route, Screen>

export function Wizard() {
  const gateway = useGateway()
  const [store] = useState(() => enterWizard(gateway))
  useEffect(() => followHistory(store), [store])
  const state = useSyncExternalStore(store.subscribe, store.current)
  const Current = screens[state.route]
  return <Current key={state.route} {...state} dispatch={store.dispatch} update={store.update} gateway={gateway} />
}

/** The entry page's query decides the first screen (spec section 4, point 1). */
function enterWizard(gateway: Gateway): WizardStore {
  const entry = readEntry(new URLSearchParams(location.search))
  const store = createWizardStore({ gateway, brand, entry, leave: (address) => location.assign(address) })
  store.dispatch({ type: 'entered', entry })
  return store
}
