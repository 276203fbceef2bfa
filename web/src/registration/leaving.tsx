import { useEffect } from 'react'
import type { Gateway } from '../shell/gateway/gateway.ts'
import { keepDraft } from './keep-draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { recallEnd } from './recall-end.ts'
import type { WizardStore } from './wizard-store.ts'

export type LeavingProps = { store: WizardStore; gateway: Gateway }

/** All that leaving the wizard and coming back to it takes: what was typed is kept, asked about, and found again. */
export function Leaving({ store, gateway }: LeavingProps) {
  useEffect(() => keepDraft(store, gateway), [store, gateway])
  useEffect(() => recallEnd(store), [store])
  return <LeaveGuard store={store} />
}
