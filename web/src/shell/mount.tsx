import 'virtual:brands.css'
import '../kit/tokens.css'
import '../kit/base.css'
import '../kit/controls.css'
import '../kit/surfaces.css'
import './shell.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { brand } from './brand.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { createGateway } from './gateway.ts'
import { GatewayProvider } from './gateway-context.tsx'
import { takeMailedLink } from './mailed-link.ts'
import { StepUp } from './step-up.tsx'

/** Starts an area's application in the page. Each entry calls this once. */
export function mountApp(app: ReactNode): void {
  takeMailedLink()
  document.documentElement.dataset.site = brand.name
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  createRoot(root).render(
    <ErrorBoundary>
      <GatewayProvider gateway={createGateway()}>
        {app}
        <StepUp />
      </GatewayProvider>
    </ErrorBoundary>,
  )
}
