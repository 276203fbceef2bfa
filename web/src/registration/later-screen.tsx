import { lazy, Suspense, useState } from 'react'
import { Card } from '../kit/card.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import { Page } from '../shell/layout/layout.tsx'
import type { Screen, ScreenProps } from './screen.ts'

const loaders: (() => Promise<unknown>)[] = []

/**
 * A screen outside the first download. It is fetched while the person is still on the first screen, and once here it is
 * shown at once, without the blink that a lazy component makes even when it is loaded already.
 */
export function laterScreen(load: () => Promise<Screen>): Screen {
  let loaded: Screen | undefined
  const fetchOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  loaders.push(fetchOnce)
  const Lazy = lazy(async () => ({ default: await fetchOnce() }))

  return function LaterScreen(props: ScreenProps) {
    // Chosen once a visit: changing the component would throw away what was typed.
    const [Chosen] = useState<Screen>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={<Loading />}>
        <Chosen {...props} />
      </Suspense>
    )
  }
}

/** Fetches what is left, when the browser has nothing better to do. A failure shows when the screen is needed. */
export function fetchLaterScreens(): void {
  const fetchAll = () => {
    for (const load of loaders) load().catch(() => undefined)
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchAll)
  else setTimeout(fetchAll, 500)
}

function Loading() {
  return (
    <Page>
      <Card>
        <Skeleton lines={6} />
      </Card>
    </Page>
  )
}
