import type { ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Page } from '#shell/layout/layout.tsx'
import { usePage } from '#shell/router/pages.ts'

/** A text page: one heading, short sections. */
export function Reading({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Page narrow>
      <Card className="reading">
        <PageHeading>{heading}</PageHeading>
        {children}
      </Card>
    </Page>
  )
}

/** A text page under its declared title. */
export function ReadingPage({ children }: { children: ReactNode }) {
  return <Reading heading={usePage().title}>{children}</Reading>
}
