import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import type { Database } from '../server/src/platform/database/schema.ts'
import type { TestBrowser } from '../server/test/browser.ts'
import { filledModel, openWizard } from '../server/test/wizard.ts'
import type { Country } from './country-database.ts'
import { openLeanBrowser } from './lean-browser.ts'
import { openLeanClient } from './lean-client.ts'
import { describeSpread, type Measurement, median, ratios } from './measurement.ts'
import { nationalNpi } from './national-file.ts'
import { ssnOf } from './plan-files.ts'
import { startPortal } from './portal-process.ts'

const PARALLEL = 8
const EACH = 4
/** Lets the engine compile hot code and the connections prepare their statements. */
const WARM_UP = 40
/** The p50 of one round covers only 32 registrations, so several rounds are run. */
const ROUNDS = 5
/** One password and three answers. */
const HASHES = 4

/** Compares all calls of a physician's registration, eight concurrent, with their password hashes only. */
export async function measureRegistrations({ config, sizes }: Country): Promise<Measurement[]> {
  const { db, close } = connectDatabase(config)
  const portal = await startPortal(config)
  try {
    const free = await findSoloPhysicians(db, sizes.network)
    const address = `http://127.0.0.1:${portal.port}`
    const client = openLeanClient(portal.port)
    const register = () => registerOne(db, () => openLeanBrowser(address, client), free.pop())
    await inParallel(WARM_UP, register)
    const [whole, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      whole.push(median(await inParallel(EACH, register)))
      bare.push(median(await inParallel(EACH, hashAll)))
    }
    const over = ratios(whole, bare)
    return [
      {
        name: 'registration of a physician, 8 concurrent, p50 / p50 of its hashes',
        value: median(over),
        detail: `${median(whole).toFixed(0)} ms against ${median(bare).toFixed(0)} ms; ${describeSpread(over)}`,
      },
    ]
  } finally {
    portal.stop()
    await close()
  }
}

/** Returns false if the plan has too few facts for a quiz. */
async function registerOne(
  db: Kysely<Database>,
  openBrowser: () => TestBrowser,
  npi: string | undefined,
): Promise<boolean> {
  if (npi === undefined) throw new Error('The network has too few solo physicians with claims.')
  // The answers to the quiz are looked up by a prepared statement: what is not the portal's is to take little.
  const wizard = openWizard({ db, openBrowser })
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'ssn', lastSsn: ssnOf(npi) })
  const quiz = await wizard.requestQuiz(npi)
  if (Number(quiz.status) !== 200) return false
  await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity))
  const reply = await wizard.post('addSaa', filledModel(npi))
  if (Number(reply.status) !== 200) throw new Error(`addSaa of ${npi}: ${JSON.stringify(reply)}`)
  return true
}

async function hashAll(): Promise<boolean> {
  const hash = promisify(argon2)
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const one = () => hash('argon2id', { message: 'Lantern4821x', nonce: randomBytes(16), ...cost })
  await Promise.all(Array.from({ length: HASHES }, one))
  return true
}

async function inParallel(each: number, work: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  const worker = async () => {
    for (let count = 0; count < each; ) {
      const startedAt = performance.now()
      if (!(await work())) continue
      times.push(performance.now() - startedAt)
      count++
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return times
}

/** Finds unregistered solo physicians with enough claims for a quiz. */
async function findSoloPhysicians(db: Kysely<Database>, network: number): Promise<string[]> {
  const last = Array.from({ length: Math.min(network, 20_000) }, (_, index) => nationalNpi(network - 1 - index))
  const found = await db
    .selectFrom('network_provider as n')
    .innerJoin('provider as p', 'p.npi', 'n.npi')
    .innerJoin('claim_sum_npi as s', 's.npi', 'n.npi')
    .select('n.npi')
    .where('n.npi', 'in', last)
    .where('n.cohort_id', 'is', null)
    .where('p.entity_type', '=', 1)
    .where('s.status', '=', 'PAID')
    .where('s.claims', '>', 2)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('access_request as r').select('r.id').whereRef('r.npi', '=', 'n.npi'))),
    )
    .execute()
  return found.map(({ npi }) => npi)
}
