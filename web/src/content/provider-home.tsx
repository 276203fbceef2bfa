import { PageHeading } from '../kit/page-heading.tsx'
import { brand } from '../shell/brand.ts'
import { Page } from '../shell/layout.tsx'

export function ProviderHome() {
  return (
    <Page>
      <div>
        <PageHeading>Home</PageHeading>
        <p>Welcome to the {brand.name} provider portal.</p>
      </div>
    </Page>
  )
}
