import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { Page } from '#shell/layout/layout.tsx'

/** Layout of a subpage of user administration. */
export function AdministrationSubpage({ children }: { children: ReactNode }) {
  return (
    <Page narrow>
      <div className="stack">
        <BackToPeople />
        <Card>{children}</Card>
      </div>
    </Page>
  )
}

export function BackToPeople() {
  return (
    <p className="back">
      <a href={ACCESS_PAGES.people}>Back to user administration</a>
    </p>
  )
}
