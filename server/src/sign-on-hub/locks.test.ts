import { APPLICATION_TEXTS } from '@portico/core/sign-on-hub/application-form'
import { sql } from 'kysely'
import type { Db, InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks } from '../../test/lock-cases.ts'
import { addTestClient, REDIRECT } from '../../test/test-client.ts'
import { changeClient, closeClient, openClient, rotateSecret } from './domain/clients/register-client.ts'
import { findClient } from './store/clients.ts'

const settings = testSettings({})
const db = await openLockDatabase(['hub_client'])
const now = new Date('2026-03-02T15:00:00Z')

const addClient = async () => (await addTestClient({ db, deps: { settings }, clock: { now: () => now } })).clientId

const inside = <Result>(work: (context: InTransaction) => Promise<Result>) =>
  transact({ ...testContext(db, settings), now }, (context) => work(context as InTransaction))

const rename = (clientId: string, name: string) => ({
  clientId,
  version: 1,
  logo: undefined,
  input: {
    name,
    redirectUris: [REDIRECT],
    logoutUri: null,
    postLogoutUris: [],
    tileUri: null,
    tilePermission: null,
    jwks: null,
    kinds: ['provider' as const],
    scopes: [],
    permissions: [],
    asksConsent: false,
    allowsEmptyAccess: false,
  },
})

const updateIn = (clientId: string, change: ReturnType<typeof sql>) => (trx: Db) =>
  sql`update hub_client set ${change} where client_id = ${clientId}`.execute(trx)

const cases: LockCase[] = [
  [
    'the second of two concurrent changes is refused',
    'row',
    async () => {
      const clientId = await addClient()
      return {
        first: updateIn(clientId, sql`version = 2`),
        second: async () => messageOf(await inside((context) => changeClient(context, rename(clientId, 'Second')))),
      }
    },
    APPLICATION_TEXTS.changed,
  ],
  [
    'a rotation after a concurrent change to a key set is refused',
    'row',
    async () => {
      const clientId = await addClient()
      return {
        first: updateIn(clientId, sql`secret_hash = null, jwks = '{"keys":[]}'`),
        second: async () => messageOf(await inside((context) => rotateSecret(context, clientId))),
      }
    },
    'This application has a key set, not a secret.',
  ],
  [
    'an application that is disabled twice at once keeps the first time',
    'row',
    async () => {
      const clientId = await addClient()
      const first = new Date('2026-03-01T00:00:00Z')
      return {
        first: updateIn(clientId, sql`disabled_at = ${first}`),
        second: async () => {
          await inside((context) => closeClient(context, clientId))
          return (await findClient(db, clientId))?.disabledAt
        },
      }
    },
    new Date('2026-03-01T00:00:00Z'),
  ],
  [
    'enabling waits for a concurrent disabling',
    'row',
    async () => {
      const clientId = await addClient()
      return {
        first: updateIn(clientId, sql`disabled_at = ${now}`),
        second: async () => {
          await inside((context) => openClient(context, clientId))
          return (await findClient(db, clientId))?.disabledAt
        },
      }
    },
    null,
  ],
]

testLocks(db, cases)
