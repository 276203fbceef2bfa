import { MEMBER_PATHS } from '@portico/core/constants'
import { useLocation } from '#shell/router/router.tsx'
import { FindAProvider } from './find-a-provider.tsx'
import { ProviderPage } from './provider-page.tsx'

/** The search, and below its address a page for each provider. */
export function FinderPages() {
  const { pathname, search } = useLocation()
  const npi = pathname.slice(MEMBER_PATHS.findAProvider.length + 1)
  return npi === '' ? <FindAProvider /> : <ProviderPage key={npi} npi={npi} search={search} />
}
