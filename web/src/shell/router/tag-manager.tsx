import { getGTM } from '@portico/core/signon/calls'
import { useEffect } from 'react'
import { useHydrated } from '../../kit/hydration.tsx'
import { useCall } from '../gateway/use-call.ts'
import { useSession } from '../session/session.tsx'
import { findPage, type PortalPage } from './pages.ts'
import { useLocation } from './router.tsx'
import { insertTagManager } from './tag-manager-script.ts'

/**
 * Loads the tag manager (behaviour 11.30) on the pages that declare it, once they work. The pages of members, of plan
 * staff and of visitors never load it.
 */
export function TagManager({ pages }: { pages: readonly PortalPage[] }) {
  const { pathname } = useLocation()
  const session = useSession()
  const works = useHydrated()
  const isTracked = session.state === 'signed-in' && session.tracking?.enabled === true
  const isTagged = works && isTracked && hasTagManager(pages, pathname)
  const tagManager = useCall(getGTM, { enabled: isTagged, cached: true })
  const containerId = isTagged && tagManager.state === 'ready' ? tagManager.entity.containerId : ''
  useEffect(() => {
    if (containerId !== '') insertTagManager(containerId, (path) => hasTagManager(pages, path))
  }, [containerId, pages])
  return null
}

const hasTagManager = (pages: readonly PortalPage[], path: string) => findPage(pages, path)?.tagManager === true
