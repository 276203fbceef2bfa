import { describe, expect, it } from 'vitest'
import { entryOf } from '#platform/pages/portal-addresses.ts'
import { resolveTarget } from './target.ts'

const provider = { kind: 'provider', active: true } as const
const home = '/thp/portal/providers/home'

const hostile = [
  '//evil.example',
  '///evil.example',
  '////evil.example/thp/portal/providers/home',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http://evil.example/thp/portal/providers/home',
  'HTTPS://EVIL.EXAMPLE',
  'evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '/thp/portal/providers/home@evil.example',
  'http://localhost@evil.example/thp/portal/providers/home',
  'http://localhost:8080/thp/portal/providers/home',
  '/thp/portal/providers/home\r\nLocation: https://evil.example',
  '/thp/portal/providers/home\nSet-Cookie: a=b',
  '/thp/portal/providers/home\u0000',
  '/thp/portal/providers/home\n',
  '\u0000/thp/portal/providers/home',
  ' /thp/portal/providers/home',
  '/thp/portal/providers/../../../evil',
  '/thp/portal/providers/..//evil.example',
  '/thp/portal/providers/%2e%2e/internal/home',
  '/thp/portal/providers/home/../../internal/home',
  '/thp/portal/providers//evil.example',
  '/thp/portal/providers/home;//evil.example',
  '/thp/portal/providers/home#//evil.example',
  '/thp/portal/providers/home?next=//evil.example',
  '/thp/portal/providers/home?next=https://evil.example',
  '/thp/portal/providershome',
  '/thp/portal/providers',
  '/thp/portal/providers/',
  '/thp/portal/providers/nothing',
  '/thp/portal/providers/access/nothing',
  '/thp/portal/providers/access/people/../../../internal/home',
  '/thp/portal/providers/access/requests//evil.example',
  '/thp/portal/providers/login',
  '/thp/portal/providers/logout',
  '/thp/portal/internal/home',
  '/thp/portal/members/my/home',
  '/siteminderagent/forms/login.fcc',
  '/Provider/rest/sec/common/logout',
  '/content/../thp/portal/providers/home',
  '/THP/PORTAL/PROVIDERS/HOME',
  '/thp/portal/providers/hom\u0435',
  '/thp/portal/providers/home\u2028',
  '。。/evil.example',
  '/／evil.example',
  '',
]

describe('sign-on target', () => {
  it.each(hostile)('redirects the invalid target %j to the home page', (target) => {
    expect(resolveTarget(target, provider)).toBe(home)
  })

  it('accepts a page of the account’s own area with its query', () => {
    expect(resolveTarget('/thp/portal/providers/additional-access', provider)).toBe(
      '/thp/portal/providers/additional-access',
    )
    expect(resolveTarget('/thp/portal/providers/claims?npi=1100000011', provider)).toBe(
      '/thp/portal/providers/claims?npi=1100000011',
    )
    const member = { kind: 'member', active: true } as const
    expect(resolveTarget('/thp/portal/members/my/claims', member)).toBe('/thp/portal/members/my/claims')
  })

  it('accepts the dynamic pages below user administration', () => {
    for (const page of ['invite', 'invite-many', 'mine', 'people/aB3_-x', 'requests/PR-7KQ2']) {
      const path = `/thp/portal/providers/access/${page}`
      expect(resolveTarget(path, provider)).toBe(path)
      expect(entryOf(path)).toEqual({ entry: 'providers', known: true })
    }
    expect(entryOf('/thp/portal/providers/access/nothing').known).toBe(false)
  })

  it('redirects a member and plan staff from a provider page to their own home pages', () => {
    expect(resolveTarget(home, { kind: 'member', active: true })).toBe('/thp/portal/members/my/home')
    expect(resolveTarget(home, { kind: 'internal', active: true })).toBe('/thp/portal/internal/home')
  })

  it('redirects an account with only pending requests to its status, or to its profile if requested', () => {
    const waiting = { kind: 'provider', active: false } as const
    expect(resolveTarget(home, waiting)).toBe('/thp/portal/providers/status')
    expect(resolveTarget('/thp/portal/providers/claims', waiting)).toBe('/thp/portal/providers/status')
    expect(resolveTarget('/thp/portal/providers/profile', waiting)).toBe('/thp/portal/providers/profile')
  })
})
