import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeNpi } from '@portico/core/plan-data/npi'
import { type Kysely, sql } from 'kysely'
import { type DemoProvider, demoClaims, demoProviders } from '../../server/src/demo/generate/demo-people.ts'
import { connectDatabase } from '../../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import type { Database } from '../../server/src/platform/database/schema.ts'

/**
 * A journey that changes data uses its own provider, so that journeys run in parallel and in any order. These providers
 * are copies of the demo's physicians with unused NPIs.
 */
const ORIGINALS = { full: '1100000011', tin: '1100000029', claims: '1100000037' } as const
export type ProviderKind = keyof typeof ORIGINALS
export const PROVIDER_KINDS = Object.keys(ORIGINALS) as ProviderKind[]
export const COPIES = 300

export type TestProvider = {
  npi: string
  name: string
  lastSsn: string
  taxId: string
  claims: { number: string; amount: string }[]
}

export function copyProvider(kind: ProviderKind, copy: number): DemoProvider {
  const original = demoProviders.find((provider) => provider.npi === ORIGINALS[kind])
  if (!original?.network) throw new Error(`The demo has no provider ${ORIGINALS[kind]} in its network.`)
  const { email: _none, ...network } = original.network
  // Vary the date: if hundreds shared it, the quiz would not ask about it.
  network.contractDate = `${2008 + (copy % 17)}-${String(1 + (copy % 12)).padStart(2, '0')}-01`
  const npi = completeNpi(`17${PROVIDER_KINDS.indexOf(kind)}${String(copy).padStart(6, '0')}`)
  return { ...original, npi, licenseNumber: `MA7${String(copy).padStart(5, '0')}`, network }
}

export function copyClaims(kind: ProviderKind, copy: number) {
  const { npi } = copyProvider(kind, copy)
  const raise = (amount: string) => (Number(amount) + copy * 1.37).toFixed(2)
  return demoClaims(new Date())
    .filter((claim) => claim.npi === ORIGINALS[kind])
    .map((claim, index) => ({
      ...claim,
      npi,
      claimNumber: `T${npi}${index + 1}`,
      billedAmount: raise(claim.billedAmount),
      paidAmount: raise(claim.paidAmount),
    }))
}

function describeProvider(kind: ProviderKind, copy: number): TestProvider {
  const provider = copyProvider(kind, copy)
  return {
    npi: provider.npi,
    name: `${provider.firstName} ${provider.lastName}`,
    lastSsn: provider.network?.ssnLast4 ?? '',
    taxId: provider.network?.tin ?? '',
    claims: copyClaims(kind, copy).map((claim) => ({ number: claim.claimNumber, amount: claim.billedAmount })),
  }
}

export const sequenceOf = (kind: ProviderKind) => `e2e_${kind}`

/** Connects to the database of the running test server. */
export async function connectTestDatabase() {
  const dataDir = process.env.PORTICO_E2E_DATA_DIR
  if (!dataDir) throw new Error('PORTICO_E2E_DATA_DIR is not set: these journeys run under playwright.config.ts.')
  const embedded = await startEmbeddedPostgres({ dataDir })
  const { db, close } = connectDatabase(embedded.config, { max: 2 })
  return {
    db,
    config: embedded.config,
    secretKey: () => readFileSync(join(dataDir, 'secret-key'), 'utf8').trim(),
    close: async () => {
      await close()
      await embedded.stop()
    },
  }
}

export type TestPlan = ReturnType<typeof describePlan>

/** Data that a journey can use beyond the screens: its provider, the quiz key, sent mail. */
export function describePlan(db: Kysely<Database>) {
  return {
    db,
    async takeProvider(kind: ProviderKind): Promise<TestProvider> {
      const { rows } = await sql<{ copy: string }>`select nextval(${sequenceOf(kind)}) as copy`.execute(db)
      const copy = Number(rows[0]?.copy)
      if (copy > COPIES) throw new Error(`All ${COPIES} copies of ${ORIGINALS[kind]} are taken.`)
      return describeProvider(kind, copy)
    },

    /** Gives the provider an email address on file with the plan. */
    async addPlanEmail({ npi }: TestProvider): Promise<string> {
      const email = `p${npi}@clinic.example`
      await db.updateTable('network_provider').set({ provider_email: email }).where('npi', '=', npi).execute()
      return email
    },

    /** Question text → text of the correct choice, from the provider's newest quiz. */
    async readQuizKey(npi: string): Promise<Map<string, string>> {
      const quiz = await db
        .selectFrom('quiz')
        .select('questions')
        .where('npi', '=', npi)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const questions = quiz.questions as unknown as {
        text: string
        right: string
        choices: { id: string; text: string }[]
      }[]
      return new Map(
        questions.map(({ text, right, choices }) => [text, choices.find((choice) => choice.id === right)?.text ?? '']),
      )
    },

    /** The newest mail of a kind to an address, with its link. */
    async findMail(kind: string, to: string): Promise<{ subject: string; body: string; link: string }> {
      const mail = await db
        .selectFrom('mail_message')
        .select(['subject', 'body'])
        .where('kind', '=', kind)
        .where('to_address', '=', to)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(() => new Error(`No mail '${kind}' to ${to}.`))
      return {
        ...mail,
        link:
          /https?:\/\/\S+(?:(?:reqId|activateId|resetId|signId|copyId|factorId|takeoverId)=|\/access\/requests\/)[\w-]+/.exec(
            mail.body,
          )?.[0] ?? '',
      }
    },
  }
}
