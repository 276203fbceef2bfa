import { text } from 'node:stream/consumers'
import { connectDatabase } from '#platform/database/database.ts'
import { APP_ROLE } from '#platform/database/logins.ts'
import { transact } from '#platform/database/transaction.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { approveRequest } from '../src/access/access.ts'
import { testContext } from './context.ts'

/**
 * A separate process that activates requests, ten at a time, like a second server. Reads its task as JSON from
 * standard input, and prints one line of JSON: the counts of activated and refused requests, and the reasons.
 */
const { config, secretKey, requestIds, now } = JSON.parse(await text(process.stdin))
const settings = readSettings({ PORTICO_SECRET_KEY: secretKey, PORTICO_DEMO: '0' })
const { db, close } = connectDatabase({ ...config, user: APP_ROLE }, { max: 10 })

const context = testContext(db, settings, { now: new Date(now) })

const result = { activated: 0, refused: 0, codes: {} as Record<string, number> }
const waiting: string[] = [...requestIds]

async function work(): Promise<void> {
  for (let requestId = waiting.pop(); requestId; requestId = waiting.pop()) {
    const decision = { requestId, decidedAs: 'STAFF' as const }
    const outcome = await transact(context, (inside) => approveRequest(inside, decision))
    if ('entity' in outcome) {
      result.activated += 1
      continue
    }
    result.refused += 1
    const code = outcome.refusal.messageCode ?? 'none'
    result.codes[code] = (result.codes[code] ?? 0) + 1
  }
}

await Promise.all(Array.from({ length: 10 }, work))
console.log(JSON.stringify(result))
await close()
