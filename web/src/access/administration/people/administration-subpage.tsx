import type { ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { Page } from '#shell/layout/layout.tsx'
import { BackToPeople } from './back-to-people.tsx'

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
