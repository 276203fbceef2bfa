/** What component tests of the three areas share: an area with its signed-in user, and lists. */
import { listDelayedDecisions } from '@portico/core/access/calls'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type { AdministeredScope, PersonGrant } from '@portico/core/access/shapes'
import { CONSOLE_PAGES } from '@portico/core/internal/console'
import { applicationTiles } from '@portico/core/sign-on-hub/calls'
import * as signon from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import type { ComponentType, ReactNode } from 'react'
import { type AreaApp, buildArea, createLazyPages } from '#shell/area-app.tsx'
import { HELP_NAV } from '#shell/layout/layout.tsx'
import { AREA_BY_KIND, type Area } from '#shell/router/area.ts'
import type { PortalPage } from '#shell/router/pages.ts'
import { type DeclaredReply, type Rendered, render, reply } from './render.tsx'

/** The SAA of a practice, with every permission. */
export const SAA: Me = {
  accountId: 'account-1',
  kind: 'provider',
  userName: 'sandra4821',
  firstName: 'Sandra',
  lastName: 'Ashgrove',
  email: 'sandra@office.example',
  phone: '6175550142',
  phoneExt: '',
  memberId: '',
  lastSignIn: '2026-03-02T15:00:00.000Z',
  passwordChangedOn: '2026-01-05T15:00:00.000Z',
  active: true,
  staffRole: '',
  opens: [],
  permissions: [...PERMISSION_IDS],
  roles: ['SAA'],
  administers: true,
  grants: [
    {
      grantId: 'grant-1',
      scope: { entity: 'NPI:1100000011', kind: 'NPI', id: '1100000011', name: 'Amara Whitfield' },
      organization: '',
      role: 'SAA',
      permissions: [...PERMISSION_IDS],
      state: 'ACTIVE',
      since: '2026-01-05T15:00:00.000Z',
    },
  ],
  pendingRequests: [],
  offerFactor: false,
  factorRequiredOn: '',
  usesShortcuts: true,
  unread: 0,
}

const OTHER_KIND = { active: true, permissions: [], roles: [], administers: false, grants: [] }
export const STAFF: Me = {
  ...SAA,
  ...OTHER_KIND,
  kind: 'internal',
  staffRole: 'ADMINISTRATOR',
  opens: Object.keys(CONSOLE_PAGES),
}
export const MEMBER: Me = { ...SAA, ...OTHER_KIND, kind: 'member', memberId: 'N4100000101' }

type Opened = { address: string; replies?: readonly DeclaredReply[]; notFound?: ReactNode }

/** Pages of an area, opened at an address by a visitor. */
export const openAsVisitor = (area: Area, pages: AreaApp['pages'], opened: Opened): Rendered =>
  render(buildArea({ area, pages, login: null, notFound: null, help: HELP_NAV, ...opened }, loadedPages(pages)), opened)

const loaded = new Map<PortalPage, ComponentType>()

/** React shows the fallback of a lazy page for at least 300 ms, so only the first test of a page loads it lazily. */
function loadedPages(pages: AreaApp['pages']) {
  for (const page of pages) void page.load().then((component) => loaded.set(page, component))
  return new Map([...createLazyPages({ pages }), ...loaded])
}

/** The same by a signed-in user. */
export const openAsUser = (pages: AreaApp['pages'], { address, me, replies = [] }: Opened & { me: Me }): Rendered =>
  openAsVisitor(AREA_BY_KIND[me.kind], pages, { address, replies: [...replyAsUser(me), ...replies] })

/** What identifies the signed-in user. */
export const replyAsUser = (me: Me): DeclaredReply[] => [
  reply(AREA_BY_KIND[me.kind].isUserCall, true),
  reply(signon.trackUser, { accountId: me.accountId, enabled: false, status: 'ACTIVE', firstTimeUser: false }),
  reply(signon.me, me),
  reply(applicationTiles, []),
  ...(me.kind === 'internal' ? [reply(listDelayedDecisions, [])] : []),
]

/** A scope that the SAA administers. */
export const SCOPE: AdministeredScope = {
  entity: 'NPI:1100000011',
  kind: 'NPI',
  id: '1100000011',
  name: 'Amara Whitfield',
  myRole: 'SAA',
  permissions: [...PERMISSION_IDS],
  invites: ['AA', 'AU'],
  actions: ['confirm', 'handOver'],
  people: 60,
  confirmDue: 1,
}

/** An Access User of that scope. */
export const accessUser = (index: number): PersonGrant => ({
  grantId: `grant-${index}`,
  accountId: `account-${index}`,
  firstName: 'Zoe',
  lastName: `Vale ${index}`,
  email: `zoe${index}@office.example`,
  accountState: 'ACTIVE',
  scope: SCOPE,
  role: 'AU',
  permissions: ['HOME', 'CLAIM'],
  state: 'ACTIVE',
  since: '2026-03-02T15:00:00.000Z',
  lastSignIn: '',
  suspendedReason: '',
  confirmDue: '2026-12-01T15:00:00.000Z',
  isMe: false,
  givable: [...PERMISSION_IDS],
  actions: ['confirm'],
})

/** Input of a call when it was last sent. */
export const lastInput = ({ sent }: Rendered, { path }: { path: string }): unknown =>
  sent.findLast((each) => each.path === path)?.input

/** One page of a list, as the server returns it: `make` creates the rows by their number in the whole list. */
export const pageOf = <Row,>(total: number, make: (index: number) => Row, page = 0, pageSize = 50) => ({
  rows: Array.from({ length: Math.max(0, Math.min(pageSize, total - page * pageSize)) }, (_, index) =>
    make(page * pageSize + index),
  ),
  total,
  pageSize,
})
