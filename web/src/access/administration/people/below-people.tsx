import type { ReactNode } from 'react'
import { Card } from '../../../kit/card.tsx'
import { Page } from '../../../shell/layout/layout.tsx'
import { BackToPeople } from './back-to-people.tsx'

/** A page below user administration that does one thing. */
export function BelowPeople({ children }: { children: ReactNode }) {
  return (
    <Page narrow>
      <div className="stack">
        <BackToPeople />
        <Card>{children}</Card>
      </div>
    </Page>
  )
}
