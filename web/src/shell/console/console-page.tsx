import type { ReactNode } from 'react'
import { PageHeading } from '#kit/page-heading.tsx'
import { DoneMessage } from '../layout/done-message.tsx'
import { Page } from '../layout/layout.tsx'
import { usePage } from '../router/pages.ts'
import { DelayedDecisions } from './delayed-decisions.tsx'

type ConsolePageProps = {
  /** Title of the opened item; the page title if absent. */
  heading?: string
  intro?: string
  /** Link to the list. */
  back?: { href: string; label: string }
  /** The page has errors: its title starts with 'Error'. */
  bad?: boolean
  /** Uses the full window width, for a page with a document. */
  wide?: boolean
  children: ReactNode
}

/** Layout of every console page: back link, heading, delayed decisions and the message of the previous page. */
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
