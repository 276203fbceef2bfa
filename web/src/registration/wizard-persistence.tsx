import { useEffect } from 'react'
import type { Gateway } from '#shell/gateway/gateway.ts'
import { autosaveDraft } from './autosave-draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { restoreLastScreen } from './restore-last-screen.ts'
import type { WizardStore } from './wizard-store.ts'

export type WizardPersistenceProps = { store: WizardStore; gateway: Gateway }

/** Autosaves the draft, restores the last screen after a reload, and confirms before leaving. */
export function WizardPersistence({ store, gateway }: WizardPersistenceProps) {
  useEffect(() => autosaveDraft(store, gateway), [store, gateway])
  useEffect(() => restoreLastScreen(store), [store])
  return <LeaveGuard store={store} />
}
