import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Session } from '../context.ts'
import { registerErrorHandling } from '../http/errors.ts'
import { type Access, registerAccessGuard } from './access-guard.ts'

const provider: Session = {
  idHash: Buffer.alloc(32),
  publicId: 'one',
  accountId: '1',
  kind: 'provider',
  active: true,
  permissions: ['HOME', 'CLAIM'],
  proof: { by: 'PASSWORD', at: new Date(), usedAt: null },
  factorDue: null,
  staffRole: null,
  byDoor: false,
}

const staff: Session = { ...provider, kind: 'internal', permissions: [] }

async function statusFor(access: Access, session: Session | null): Promise<number> {
  const app = fastify()
  registerErrorHandling(app)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    request.session = session
  })
  registerAccessGuard(app)
  app.get('/call', { config: { access } }, async () => 'reached')
  return (await app.inject('/call')).statusCode
}

describe('the access guard', () => {
  it.each<[string, Access, Session | null, number]>([
    ['a public call without a session', 'public', null, 200],
    ['a secured call without a session', {}, null, 401],
    ['a secured call with one', {}, provider, 200],
    ['the wrong user kind', { kinds: ['internal'], staff: ['AUDITOR'] }, provider, 403],
    ['one of several user kinds', { kinds: ['internal', 'provider'], staff: ['AUDITOR'] }, provider, 200],
    ['an account whose requests wait', {}, { ...provider, active: false }, 403],
    ['a page for such accounts', { pending: true }, { ...provider, active: false }, 200],
    ['a permission that is held', { permission: 'CLAIM' }, provider, 200],
    ['a permission that is not', { permission: 'ELIG' }, provider, 403],
    ['a second factor that is due', { pending: true }, { ...provider, factorDue: 'PROVE' }, 403],
    ['what such a session may call', { halfSigned: true }, { ...provider, factorDue: 'PROVE' }, 200],
    ['plan staff with a role of the call', { staff: ['REVIEWER'] }, { ...staff, staffRole: 'REVIEWER' }, 200],
    ['plan staff with another role', { staff: ['REVIEWER'] }, { ...staff, staffRole: 'AUDITOR' }, 403],
    ['plan staff without a role', { staff: ['REVIEWER'] }, staff, 403],
    ['a provider where roles of plan staff are named', { staff: ['REVIEWER'] }, provider, 200],
    ['a permission, without a session', { permission: 'CLAIM' }, null, 401],
  ])('%s', async (_what, access, session, status) => {
    expect(await statusFor(access, session)).toBe(status)
  })

  it.each<[Session['factorDue'], boolean]>([
    [null, true],
    ['PROVE', false],
    ['SET_UP', false],
  ])('shows a public call the session if the due factor step is %s: %s', async (factorDue, isShown) => {
    const app = fastify()
    app.decorateRequest('session', null)
    app.addHook('onRequest', async (request) => {
      request.session = { ...provider, factorDue }
    })
    registerAccessGuard(app)
    app.get('/call', { config: { access: 'public' } }, async ({ session }) => session !== null)
    expect((await app.inject('/call')).json()).toBe(isShown)
  })

  it('refuses to start with a call that does not declare who can use it', () => {
    const app = fastify()
    registerAccessGuard(app)
    expect(() => app.get('/nonsec/forgotten', async () => true)).toThrow('GET /nonsec/forgotten does not declare')
  })

  it('refuses to start with a staff call that declares no roles', () => {
    const app = fastify()
    registerAccessGuard(app)
    const access: Access = { kinds: ['internal'] }
    expect(() => app.get('/sec/internal/all', { config: { access } }, async () => true)).toThrow('which roles')
  })

  it('refuses to start with a call that is secured by name but declared public', () => {
    const app = fastify()
    registerAccessGuard(app)
    const open = { config: { access: 'public' as const } }
    expect(() => app.get('/sec/common/me', open, async () => true)).toThrow('declared public')
  })
})
