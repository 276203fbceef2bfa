import 'virtual:brands.css'
import '#kit/tokens.css'
import '#kit/base.css'
import '#kit/controls.css'
import '#kit/surfaces.css'
import './layout/shell.css'
import './lists/list-head.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { HydrationMarker, hydrateScreen } from '#kit/hydration.tsx'
import { brand } from './brands/brand.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { GatewayProvider } from './gateway/gateway-context.tsx'
import { cachePreloadedReplies, type PreloadCall, readPreloadedReplies } from './gateway/preloaded-replies.ts'
import { findViewId } from './gateway/view-mode.ts'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { findRoot, hasFirstScreen } from './router/first-screen.ts'
import { captureMailedLink, isOpenedByLink } from './router/mailed-link.ts'
import { StepUp } from './sign-in/step-up.tsx'

export type App = {
  content: ReactNode
  /** Loads the code of the current page. */
  loadPage?: () => Promise<void>
  /** Calls the server must make before it can render the page for a user. */
  firstCalls?: () => PreloadCall[]
}

/** Apps by entry, for rendering on the server. */
const serverApps = new Map<string, App>()
export const findApp = (entry: string): App | undefined => serverApps.get(entry)

/** Starts the app in the page. Each entry calls this once. */
export function mountApp(entry: string, app: App): void {
  if (import.meta.env.SSR) serverApps.set(entry, app)
  else void startApp(app)
}

async function startApp({ content, loadPage = async () => {} }: App): Promise<void> {
  captureMailedLink()
  document.documentElement.dataset.site = brand.name
  const gateway = createGateway()
  // What came with the page is of the agent, not of the person whose portal a view shows.
  const isView = findViewId() !== undefined
  if (!isView) cachePreloadedReplies(gateway, readPreloadedReplies())
  const root = findRoot()
  // The HTML shows another screen if a stored link or history state applies.
  const isRendered = hasFirstScreen() && !isView && !isOpenedByLink() && !history.state?.usr
  const isLoaded = await loadPage().then(
    () => true,
    () => false,
  )
  document.getElementById('late')?.remove()
  const tree = buildPageTree(gateway, content)
  if (isRendered && isLoaded) hydrateScreen(root, tree)
  else createRoot(root).render(tree)
}

/** Wraps the app in the providers of every page. */
export const buildPageTree = (gateway: Gateway, content: ReactNode): ReactNode => (
  <ErrorBoundary>
    <GatewayProvider gateway={gateway}>
      {content}
      <StepUp />
      <HydrationMarker />
    </GatewayProvider>
  </ErrorBoundary>
)
