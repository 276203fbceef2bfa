import { permissionLabel } from '@portico/core/access/permissions'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { LinkButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { canOpen, type PortalPage, usePage } from '../router/pages.ts'
import { useMe } from '../session/me.ts'
import { Page } from './layout.tsx'

const PageErrorContext = createContext<(bad: boolean) => void>(() => {})

/** Marks the page's title as having errors. */
export function useBadPage(bad: boolean): void {
  const setHasErrors = useContext(PageErrorContext)
  useEffect(() => setHasErrors(bad), [setHasErrors, bad])
}

/** Page of one function: a heading, and the content if the user's access includes it. */
export const portalFunction = (intro: string, Content: () => ReactNode) =>
  function PortalFunction() {
    const page = usePage()
    const me = useMe()
    const [bad, setBad] = useState(false)
    // The frame around this page shows it only after the user is known.
    if (me.state !== 'ready') return null
    if (!canOpen(page, me.entity)) return <NotIncluded page={page} />
    return (
      <Page>
        <div>
          <PageHeading bad={bad}>{page.title}</PageHeading>
          <p className="intro">{intro}</p>
          <PageErrorContext value={setBad}>
            <Content />
          </PageErrorContext>
        </div>
      </Page>
    )
  }

function NotIncluded({ page: { title, permission } }: { page: PortalPage }) {
  return (
    <Page narrow>
      <Card>
        <PageHeading>{title}</PageHeading>
        <p>
          Your access doesn’t include '{permission && permissionLabel(permission)}'. Your administrator can add it, or
          you can request it here.
        </p>
        <div className="row">
          <LinkButton href={PROVIDER_PATHS.additionalAccess}>Request additional access</LinkButton>
          <a href={PROVIDER_PATHS.home}>Back to home</a>
        </div>
      </Card>
    </Page>
  )
}
