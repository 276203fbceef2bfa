import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'

let database: TestDatabase
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app, { max: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const portico = (...args: string[]) => runCommand(args, commandEnv(database))
const add = (...args: string[]) =>
  portico('clients', 'add', '--name', 'Claims tool', '--brand', 'harborview', '--json', ...args)

const REDIRECTS = ['--redirect', 'https://a.example.org/cb', '--redirect=https://b.example.org/cb']

test('clients add prints the client ID and the secret, whose hash alone is stored', async () => {
  const added = await add(...REDIRECTS, '--logout', 'https://a.example.org/out', '--kinds', 'provider,internal')
  expect(added.err).toBe('')
  const { clientId, clientSecret, ...more } = JSON.parse(added.out)
  expect(more).toEqual({})
  expect(clientSecret).toMatch(/^[\w-]{43}$/)
  const shown = JSON.parse((await portico('clients', 'show', clientId, '--json')).out)
  expect(shown).toMatchObject({
    clientId,
    name: 'Claims tool',
    brand: 'harborview',
    redirectUris: ['https://a.example.org/cb', 'https://b.example.org/cb'],
    logoutUri: 'https://a.example.org/out',
    kinds: ['provider', 'internal'],
    scopes: ['profile', 'email', 'access'],
    permissions: [],
    asksConsent: false,
    allowsEmptyAccess: false,
    disabledAt: null,
  })
  expect(JSON.stringify(shown)).not.toMatch(/secretHash|subjectSalt/)
})

test('several redirect addresses can follow one --redirect', async () => {
  const added = await add(
    '--redirect',
    'https://a.example.org/cb',
    'https://b.example.org/cb',
    '--consent',
    '--allow-empty-access',
  )
  const { clientId } = JSON.parse(added.out)
  const shown = JSON.parse((await portico('clients', 'show', clientId, '--json')).out)
  expect(shown.redirectUris).toEqual(['https://a.example.org/cb', 'https://b.example.org/cb'])
  expect(shown).toMatchObject({ asksConsent: true, allowsEmptyAccess: true })
})

test('clients add takes a tile, pages after signing out and a key set instead of a secret', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'portico-')), 'keys.json')
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  await writeFile(file, JSON.stringify({ keys: [key] }))
  const tile = ['--tile', 'https://a.example.org/', '--tile-permission', 'CLAIM']
  const out = ['--post-logout', 'https://a.example.org/bye', 'https://b.example.org/bye']
  const added = await add(...out, ...REDIRECTS, ...tile, '--jwks', file)
  expect(added.err).toBe('')
  const { clientId, clientSecret } = JSON.parse(added.out)
  expect(clientSecret).toBeNull()
  const shown = JSON.parse((await portico('clients', 'show', clientId, '--json')).out)
  expect(shown).toMatchObject({
    redirectUris: ['https://a.example.org/cb', 'https://b.example.org/cb'],
    postLogoutUris: ['https://a.example.org/bye', 'https://b.example.org/bye'],
    tileUri: 'https://a.example.org/',
    tilePermission: 'CLAIM',
    jwks: { keys: [key] },
  })
  expect((await portico('clients', 'rotate', clientId)).err).toContain('This application has a key set, not a secret.')
  await writeFile(file, '{}')
  expect((await add(...REDIRECTS, '--jwks', file)).err).toContain('The key set must be a JSON Web Key Set')
  expect((await add(...REDIRECTS, '--jwks', `${file}.none`)).err).toContain('cannot be read as JSON.')
})

test.each([
  [[...REDIRECTS, '--tile', 'http://a.example.org/'], 'is not an https address'],
  [[...REDIRECTS, '--post-logout', 'javascript:alert(1)'], 'is not an https address'],
  [[...REDIRECTS, '--tile-permission', 'ALL'], 'Unknown permission ALL.'],
  [['https://a.example.org/cb', ...REDIRECTS], 'Unexpected argument https://a.example.org/cb.'],
  [['--redirect', 'http://a.example.org/cb'], 'http://a.example.org/cb is not an https address or a loopback address.'],
  [['--redirect', 'https://a.example.org/*'], 'is not an https address'],
  [['--redirect', 'https://a.example.org/cb#x'], 'is not an https address'],
  [[], 'Give at least one redirect address.'],
  [[...REDIRECTS, '--kinds', 'robot'], '--kinds takes a list of: provider, internal, member.'],
  [[...REDIRECTS, '--scopes', 'everything'], '--scopes takes a list of: profile, email, access, staff, member.'],
  [[...REDIRECTS, '--permissions', 'ALL'], 'Unknown permission ALL.'],
  [[...REDIRECTS, '--brand', 'nobody'], 'Unknown brand. Use one of: harborview, bayside.'],
  [[...REDIRECTS, '--name', ' '], 'Give the application a name.'],
])('clients add refuses %j', async (args, sentence) => {
  const refused = await add(...args)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(sentence)
})

test('clients list, rotate and disable change and show the application, and are recorded', async () => {
  const { clientId, clientSecret } = JSON.parse((await add(...REDIRECTS)).out)
  const rotated = JSON.parse((await portico('clients', 'rotate', clientId, '--json')).out)
  expect(rotated).toEqual({ clientId, clientSecret: expect.stringMatching(/^[\w-]{43}$/) })
  expect(rotated.clientSecret).not.toBe(clientSecret)
  expect((await portico('clients', 'disable', clientId)).out).toContain('The application is disabled.')
  const listed = JSON.parse((await portico('clients', 'list', '--json')).out)
  expect(listed.find((row: { clientId: string }) => row.clientId === clientId)).toMatchObject({ state: 'disabled' })
  expect((await portico('clients', 'list')).out).toContain(clientId)
  const acts = await connection.db.selectFrom('audit_event').select(['action', 'details']).orderBy('id').execute()
  const own = acts.filter(({ details }) => JSON.stringify(details).includes(clientId)).map(({ action }) => action)
  expect(own).toEqual(['application.added', 'application.secret-rotated', 'application.disabled'])
})

test('an unknown client ID is refused', async () => {
  for (const command of ['show', 'rotate', 'disable'])
    expect((await portico('clients', command, 'nobody')).err).toContain('There is no application with this client ID.')
  expect((await portico('clients', 'show')).err).toContain('Give one client ID')
})

test('keys rotate-signing adds a signing key', async () => {
  const { kid, signsFrom } = JSON.parse((await portico('keys', 'rotate-signing', '--json')).out)
  expect(new Date(signsFrom).getTime()).toBeGreaterThan(Date.now())
  const keys = await connection.db.selectFrom('hub_key').select('id').where('purpose', '=', 'sign').execute()
  expect(keys.map(({ id }) => id)).toContain(kid)
})
