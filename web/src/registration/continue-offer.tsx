import { lazy, Suspense } from 'react'
import type { ScreenProps } from './screen.ts'

const ContinueDialog = lazy(async () => ({ default: (await import('./continue-dialog.tsx')).ContinueDialog }))

/** Lazy: most visitors have no saved registration. */
export function ContinueOffer({ screen }: { screen: ScreenProps }) {
  if (screen.popup !== 'continue') return null
  return (
    <Suspense fallback={null}>
      <ContinueDialog screen={screen} />
    </Suspense>
  )
}
