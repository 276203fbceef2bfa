import { text } from 'node:stream/consumers'
import * as person from '@portico/core/forms/person-fields'
import { PERSON_RULES } from '@portico/core/forms/rules'

/**
 * A process in which people have one more field, declared before another module reads the declaration. Reads its task
 * as JSON from standard input, and prints as one line of JSON what shows the person.
 */
const { config, secretKey, publicId, staffId, clientId } = JSON.parse(await text(process.stdin))

const added = {
  label: 'Shoe size',
  column: 'shoe_size',
  optional: true,
  accepts: 200,
  claim: { scope: 'profile', name: 'shoe_size' },
  input: { autoComplete: 'off' },
}
Object.assign(person.PERSON_FIELDS, { shoeSize: added })
Object.assign(person.PERSON_FIELD_NAMES, { [person.PERSON_FIELD_NAMES.length]: 'shoeSize' })
Object.assign(person.PERSON_COLUMNS, { [person.PERSON_COLUMNS.length]: added.column })
Object.assign(PERSON_RULES, { shoeSize: { check: () => undefined, clean: (typed: string) => typed } })

const { Account } = await import('@portico/core/access/account-shapes')
const { WaitingRequests } = await import('@portico/core/access/request-shapes')
const { listDetails } = await import('@portico/core/forms/person-details')
const { connectDatabase } = await import('#platform/database/database.ts')
const { readSettings } = await import('#platform/settings/settings.ts')
const { findCaller } = await import('../src/access/domain/acting.ts')
const { listWaitingRequests } = await import('../src/access/domain/decisions/waiting-requests.ts')
const { exportPeople } = await import('../src/access/domain/people/export-people.ts')
const { findAccountFacts } = await import('../src/access/store/people/account-list.ts')
const { claimNames, findHubAccount } = await import('../src/sign-on-hub/domain/sign-in/claims.ts')
const { findClient } = await import('../src/sign-on-hub/store/clients.ts')
const { testContext, testSignedIn } = await import('./context.ts')

const settings = readSettings({ PORTICO_SECRET_KEY: secretKey, PORTICO_DEMO: '0' })
const { db, close } = connectDatabase(config, { max: 2 })
const signedIn = testSignedIn(testContext(db, settings), {
  accountId: staffId,
  kind: 'internal',
  staffRole: 'ADMINISTRATOR',
})
const facts = await findAccountFacts(signedIn, publicId)
const waiting = await listWaitingRequests({ ...signedIn, caller: await findCaller(signedIn) }, {})
const client = await findClient(db, clientId)
const account = facts && client ? await findHubAccount(signedIn, facts.id, client) : undefined
const exported = await exportPeople(signedIn, {})
const content = 'entity' in exported ? exported.entity.content : Buffer.alloc(0)
const csv = Buffer.isBuffer(content) ? content.toString() : await text(content)
console.log(
  JSON.stringify({
    page: facts && listDetails(facts),
    pageShape: Object.keys(Account.properties),
    waiting: 'entity' in waiting ? waiting.entity.rows.map(listDetails) : [],
    waitingShape: JSON.stringify(WaitingRequests),
    claims: await account?.claims('userinfo', 'openid profile', {}, []),
    claimNames: claimNames('profile'),
    csv: csv.split('\r\n')[0],
  }),
)
await close()
