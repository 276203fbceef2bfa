import { lazy, Suspense, useState } from 'react'
import { Card } from '#kit/card.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { Page } from '#shell/layout/layout.tsx'
import type { Screen, ScreenProps } from './screen.ts'

const loaders: (() => Promise<unknown>)[] = []

/**
 * A screen outside the first download, preloaded while the visitor is on the first screen. Once loaded it renders
 * without the flash that React.lazy causes even for a loaded module.
 */
export function lazyScreen(load: () => Promise<Screen>): Screen {
  let loaded: Screen | undefined
  const fetchOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  loaders.push(fetchOnce)
  const Lazy = lazy(async () => ({ default: await fetchOnce() }))

  return function LazyScreen(props: ScreenProps) {
    // Chosen once per mount: changing the component would discard the typed text.
    const [Chosen] = useState<Screen>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={<Loading />}>
        <Chosen {...props} />
      </Suspense>
    )
  }
}

/** Preloads the screens when the browser is idle. A failure is reported when the screen is shown. */
export function preloadScreens(): void {
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
