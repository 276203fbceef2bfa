import { PROVIDER_PATHS } from '@portico/core/constants'
import { Navigate, Outlet } from 'react-router'
import { Card } from '../kit/card.tsx'
import { Page } from '../shell/layout.tsx'
import { Loading } from '../shell/loading.tsx'
import { useMe } from '../shell/me.ts'
import { isSuspended } from './portal-pages.ts'

/** Around pages that need access in force: who still waits for it is shown where the requests stand. */
export function ActiveOnly({ orSuspended = false }: { orSuspended?: boolean }) {
  const me = useMe()
  if (me.state === 'ready') {
    const isOpen = me.entity.active || (orSuspended && isSuspended(me.entity))
    return isOpen ? <Outlet /> : <Navigate to={PROVIDER_PATHS.status} replace />
  }
  return (
    <Page narrow>
      <Card>
        <Loading of={me} label="Loading your page">
          {() => null}
        </Loading>
      </Card>
    </Page>
  )
}
