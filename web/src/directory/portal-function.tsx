import { type PermissionId, permissionLabel } from '@portico/core/access/permissions'
import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ReactNode } from 'react'
import { LinkButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Page } from '../shell/layout.tsx'
import { useMe } from '../shell/me.ts'
import './directory.css'

type PortalFunctionProps = { permission: PermissionId; heading: string; intro: ReactNode; children: ReactNode }

/** The page of one function: its heading, and what it does for those whose access includes it. */
export function PortalFunction({ permission, heading, intro, children }: PortalFunctionProps) {
  const me = useMe()
  // The frame around this page shows it when it is known who is signed in.
  if (me.state !== 'ready') return null
  if (!me.entity.permissions.includes(permission)) return <NotIncluded permission={permission} heading={heading} />
  return (
    <Page>
      <div>
        <PageHeading>{heading}</PageHeading>
        <p className="intro">{intro}</p>
        {children}
      </div>
    </Page>
  )
}

function NotIncluded({ permission, heading }: { permission: PermissionId; heading: string }) {
  return (
    <Page narrow>
      <Card>
        <PageHeading>{heading}</PageHeading>
        <p>
          Your access does not include '{permissionLabel(permission)}'. Your administrator can add it, or you can ask
          for it here.
        </p>
        <div className="row">
          <LinkButton href={PROVIDER_PATHS.additionalAccess}>REQUEST ADDITIONAL ACCESS</LinkButton>
          <a href={PROVIDER_PATHS.home}>Back to home</a>
        </div>
      </Card>
    </Page>
  )
}
