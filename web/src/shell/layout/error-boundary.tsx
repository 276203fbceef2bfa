import { SYSTEM_ERROR } from '@portico/core/forms/messages'
import { Component, type ReactNode } from 'react'
import { LinkButton } from '#kit/button.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { brand } from '../brands/brand.ts'

/** Shown if the application cannot load: the stored system error text (behaviour 12.3). */
function CannotLoad() {
  return (
    <main className="cannot-load">
      <img src={brand.logo} alt={brand.name} width={56} height={56} />
      <PageHeading>We can’t show this page right now</PageHeading>
      <p role="alert">{SYSTEM_ERROR}</p>
      <p>
        If you need help today, call Provider Services at <b className="nowrap">{brand.providerServicesPhone}</b> (
        {brand.providerServicesHours}).
      </p>
      <LinkButton href={location.href}>Try again</LinkButton>
    </main>
  )
}

type State = { failed: boolean }

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <CannotLoad /> : this.props.children
  }
}
