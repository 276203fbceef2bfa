import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { describe, expect, test } from 'vitest'
import type { GrantState, Role } from '#platform/database/schema.ts'
import {
  type Actor,
  authorityOver,
  canActOn,
  canChangeRole,
  canDecide,
  canHandOver,
  canInvite,
  type GrantAct,
  grantablePermissions,
  type ScopeReach,
} from './authority.ts'

/** Two tenants: an NPI in group N1 of organization NORTH, and group S1. */
const scopes = {
  npiInN1: { entity: 'NPI:1', coveredBy: ['NPI:1', 'GROUP:N1', 'PO:NORTH'] },
  groupN1: { entity: 'GROUP:N1', coveredBy: ['GROUP:N1', 'PO:NORTH'] },
  groupN2: { entity: 'GROUP:N2', coveredBy: ['GROUP:N2', 'PO:NORTH'] },
  north: { entity: 'PO:NORTH', coveredBy: ['PO:NORTH'] },
  groupS1: { entity: 'GROUP:S1', coveredBy: ['GROUP:S1'] },
  npiInS1: { entity: 'NPI:9', coveredBy: ['NPI:9', 'GROUP:S1'] },
} satisfies Record<string, ScopeReach>
type ScopeName = keyof typeof scopes

function holder(role: Role, entity: string, state: GrantState = 'ACTIVE', permissions: string[] = ['HOME']): Actor {
  return { accountId: 'me', kind: 'provider', grants: [{ entity, role, state, permissions }], staffRole: null }
}
const staff: Actor = { accountId: 'me', kind: 'internal', grants: [], staffRole: 'ADMINISTRATOR' }
const member: Actor = {
  accountId: 'me',
  kind: 'member',
  grants: [{ entity: 'GROUP:N1', role: 'SAA', state: 'ACTIVE', permissions: [] }],
  staffRole: null,
}

/** Scopes within reach of a grant on each entity. All others belong to another tenant or lie above the entity. */
const reached: Record<string, ScopeName[]> = {
  'NPI:1': ['npiInN1'],
  'GROUP:N1': ['npiInN1', 'groupN1'],
  'GROUP:N2': ['groupN2'],
  'PO:NORTH': ['npiInN1', 'groupN1', 'groupN2', 'north'],
  'GROUP:S1': ['groupS1', 'npiInS1'],
  'NPI:9': ['npiInS1'],
}
const roles: Role[] = ['SAA', 'AA', 'AU']
const names = Object.keys(scopes) as ScopeName[]

/** Roles that each role can create, change, approve, suspend and remove: the complete rule. */
const under: Record<Role | 'STAFF' | 'NONE', Role[]> = {
  STAFF: ['SAA', 'AA', 'AU'],
  SAA: ['AA', 'AU'],
  AA: ['AU'],
  AU: [],
  NONE: [],
}
const acts: GrantAct[] = ['change', 'suspend', 'reactivate', 'remove', 'resend']

describe.each(Object.keys(reached))('a grant on %s', (entity) => {
  test.each(roles.flatMap((role) => names.map((name) => [role, name] as const)))(
    'lets %s manage only lower roles at %s, and only within reach',
    (role, name) => {
      const actor = holder(role, entity)
      const authority = authorityOver(actor, scopes[name])
      const allowed = reached[entity]?.includes(name) ? under[role] : under.NONE
      expect(authority).toBe(reached[entity]?.includes(name) ? role : 'NONE')
      for (const target of roles) {
        const other = { accountId: 'other', role: target }
        const may = allowed.includes(target)
        expect(canInvite(authority, target), `invite ${target}`).toBe(may)
        for (const act of acts) expect(canActOn(actor, authority, act, other), `${act} ${target}`).toBe(may)
        expect(canDecide(authority, target, true), `decide ${target}`).toBe(may && target !== 'SAA')
        expect(canActOn(actor, authority, 'confirm', other)).toBe(may && role === 'SAA')
        expect(canActOn(actor, authority, 'see', other)).toBe(allowed.length > 0)
        for (const to of roles)
          expect(canChangeRole(actor, authority, other, to), `${target} to ${to}`).toBe(
            may && allowed.includes(to) && to !== 'SAA',
          )
      }
    },
  )
})

test.each(names)('staff reach %s and decide AA and AU requests only without an SAA', (name) => {
  const authority = authorityOver(staff, scopes[name])
  expect(authority).toBe('STAFF')
  for (const role of roles) {
    expect(canInvite(authority, role)).toBe(true)
    expect(canActOn(staff, authority, 'suspend', { accountId: 'other', role })).toBe(true)
    expect(canDecide(authority, role, false)).toBe(true)
    expect(canDecide(authority, role, true)).toBe(role === 'SAA')
  }
})

test('refuses every act of a user on their own grant', () => {
  const actor = holder('SAA', 'GROUP:N1')
  const authority = authorityOver(actor, scopes.groupN1)
  for (const act of [...acts, 'confirm'] as GrantAct[])
    for (const role of roles) expect(canActOn(actor, authority, act, { accountId: 'me', role })).toBe(false)
})

test.each<GrantState>([
  'SUSPENDED',
  'REVOKED',
  'REJECTED',
  'EXPIRED',
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
])('a grant in state %s gives no authority', (state) => {
  expect(authorityOver(holder('SAA', 'GROUP:N1', state), scopes.groupN1)).toBe('NONE')
})

test('a member has no authority, even with grants', () => {
  expect(authorityOver(member, scopes.groupN1)).toBe('NONE')
})

test('only the SAA of the exact entity can hand over, and only to its active AA', () => {
  const target = { accountId: 'other', role: 'AA' as Role, entity: 'GROUP:N1', state: 'ACTIVE' as GrantState }
  expect(canHandOver(holder('SAA', 'GROUP:N1'), 'GROUP:N1', target)).toBe(true)
  expect(canHandOver(holder('AA', 'GROUP:N1'), 'GROUP:N1', target)).toBe(false)
  expect(canHandOver(holder('SAA', 'PO:NORTH'), 'GROUP:N1', target)).toBe(false)
  expect(canHandOver(holder('SAA', 'GROUP:S1'), 'GROUP:N1', target)).toBe(false)
  expect(canHandOver(holder('SAA', 'GROUP:N1'), 'GROUP:N1', { ...target, role: 'AU' })).toBe(false)
  expect(canHandOver(holder('SAA', 'GROUP:N1'), 'GROUP:N1', { ...target, entity: 'GROUP:N2' })).toBe(false)
  expect(canHandOver(holder('SAA', 'GROUP:N1'), 'GROUP:N1', { ...target, state: 'SUSPENDED' })).toBe(false)
  expect(canHandOver(holder('SAA', 'GROUP:N1'), 'GROUP:N1', { ...target, accountId: 'me' })).toBe(false)
})

test('only staff administrators act on users, and reviewers also decide requests', () => {
  const target = { accountId: 'other', role: 'AU' as const }
  const results = (['ADMINISTRATOR', 'REVIEWER', 'EDITOR', 'AUDITOR', null] as const).map((staffRole) => {
    const actor = { ...staff, staffRole }
    const authority = authorityOver(actor, scopes.groupN1)
    return [
      canActOn(actor, authority, 'suspend', target),
      canInvite(authority, 'SAA'),
      canDecide(authority, 'SAA', true),
      canDecide(authority, 'AU', false),
      canDecide(authority, 'AU', true),
    ]
  })
  expect(results).toEqual([
    [true, true, true, true, false],
    [false, false, true, true, false],
    [false, false, false, false, false],
    [false, false, false, false, false],
    [false, false, false, false, false],
  ])
})

test('a user can give only their own permissions for the scope', () => {
  const actor: Actor = {
    accountId: 'me',
    kind: 'provider',
    grants: [
      { entity: 'GROUP:N1', role: 'AA', state: 'ACTIVE', permissions: ['HOME', 'CLAIM'] },
      { entity: 'GROUP:N1', role: 'AU', state: 'ACTIVE', permissions: ['SCOINV'] },
      { entity: 'GROUP:N2', role: 'SAA', state: 'ACTIVE', permissions: ['HOME', 'ELIG'] },
    ],
    staffRole: null,
  }
  expect(grantablePermissions(actor, scopes.groupN1, PERMISSION_IDS)).toEqual(['HOME', 'CLAIM'])
  expect(grantablePermissions(actor, scopes.groupS1, PERMISSION_IDS)).toEqual([])
  expect(grantablePermissions(staff, scopes.groupS1, PERMISSION_IDS)).toEqual([...PERMISSION_IDS])
})
