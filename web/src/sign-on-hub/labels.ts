import type { Application, ApplicationRow } from '@portico/core/sign-on-hub/application-shapes'
import type { ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { StatusLabel } from '#kit/tag.tsx'

export const STATE_LABELS: Record<ApplicationRow['state'], StatusLabel> = {
  ACTIVE: { label: 'Active', tone: 'ok' },
  DISABLED: { label: 'Disabled', tone: 'bad' },
}

export const KIND_LABELS: Record<Application['kinds'][number], string> = {
  provider: 'Provider offices',
  internal: 'Plan staff',
  member: 'Members',
}

/** What an application learns by each scope, for administrators. */
export const SCOPE_TEXTS: Record<ScopeName, string> = {
  profile: 'Name',
  email: 'Email address',
  access: 'Providers, groups and organizations with role and permissions',
  staff: 'Role of plan staff',
  member: 'That the person is a member',
}
