import 'virtual:brands.css'
import '../kit/tokens.css'
import '../kit/base.css'
import '../kit/controls.css'
import '../kit/surfaces.css'
import './shell.css'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { TakenOver } from '../kit/hydration.tsx'
import { brand } from './brand.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { findRoot, hasScreen } from './first-screen.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { GatewayProvider } from './gateway-context.tsx'
import { giveReplies, readGivenReplies } from './given-replies.ts'
import { isOpenedByLink, takeMailedLink } from './mailed-link.ts'
import { StepUp } from './step-up.tsx'

export type App = {
  content: ReactNode
  /** Downloads what the page of the address shows. */
  loadPage?: () => Promise<void>
}

/** The applications of the entries, where there is no browser to start them in. */
const notStarted = new Map<string, App>()
export const findApp = (entry: string): App | undefined => notStarted.get(entry)

/** Starts an area's application in the page. Each entry calls this once. */
export function mountApp(entry: string, app: App): void {
  if (import.meta.env.SSR) notStarted.set(entry, app)
  else void startApp(app)
}

async function startApp({ content, loadPage = async () => {} }: App): Promise<void> {
  takeMailedLink()
  document.documentElement.dataset.site = brand.name
  const gateway = createGateway()
  giveReplies(gateway, readGivenReplies())
  const root = findRoot()
  // A link that was opened before and is remembered leads to another screen than the one in the HTML.
  const isRendered = hasScreen() && !isOpenedByLink()
  const isLoaded = await loadPage().then(
    () => true,
    () => false,
  )
  document.getElementById('late')?.remove()
  if (isRendered && isLoaded) hydrateRoot(root, pageTree(gateway, content, root))
  else createRoot(root).render(pageTree(gateway, content, root))
}

/** What stands around every application. */
export const pageTree = (gateway: Gateway, content: ReactNode, root?: HTMLElement): ReactNode => (
  <ErrorBoundary>
    <GatewayProvider gateway={gateway}>
      {content}
      <StepUp />
      <TakenOver root={root} />
    </GatewayProvider>
  </ErrorBoundary>
)
