import type { ReactNode } from 'react'
import { PageHeading } from '../../kit/page-heading.tsx'
import { DoneMessage } from '../layout/done-message.tsx'
import { Page } from '../layout/layout.tsx'
import { usePage } from '../router/pages.ts'
import { DelayedDecisions } from './delayed-decisions.tsx'

type ConsolePageProps = {
  /** What is opened; the page's own title where nothing is. */
  heading?: string
  intro?: string
  /** The list an opened row came from. */
  back?: { href: string; label: string }
  /** Errors stand on the page: its title says so first. */
  bad?: boolean
  /** Beside a document: as wide as the window. */
  wide?: boolean
  children: ReactNode
}

/** What every page of the console has on top: the way back, its name, and what was done on the page before. */
export function ConsolePage({ heading, intro, back, bad = false, wide = false, children }: ConsolePageProps) {
  const { title } = usePage()
  return (
    <Page wide={wide}>
      <div>
        {back && (
          <p>
            <a href={back.href}>{back.label}</a>
          </p>
        )}
        <PageHeading bad={bad}>{heading ?? title}</PageHeading>
        {intro && <p>{intro}</p>}
        <DelayedDecisions />
        <DoneMessage />
        {children}
      </div>
    </Page>
  )
}
