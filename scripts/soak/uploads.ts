import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import * as calls from '@portico/core/contracts/calls'
import type { ContractList, ContractReview } from '@portico/core/contracts/shapes'
import { DEMO_PASSWORD } from '../../server/src/demo/seed/demo-access.ts'
import { findActive, hasQpdf } from '../../server/test/active-in-pdf.ts'
import { SERVER_FLAGS, SERVER_MEMORY } from '../setup.mjs'
import { signIn } from './sign-in.ts'

/**
 * Sends thousands of hostile documents, and as many hostile pictures, to a running server. Memory must not grow,
 * replies must be fast, and the views for plan staff must have no active content. SOAK_SEED fixes the documents.
 * SOAK_FROM and SOAK_UPLOADS split a long run.
 */
const FROM = Number(process.env.SOAK_FROM ?? 0)
const UPLOADS = Number(process.env.SOAK_UPLOADS ?? 10_000 - FROM)
const SEED = Number(process.env.SOAK_SEED ?? 20260302)
/** `SOAK_KIND`: only documents or only pictures. */
const KINDS = (['documents', 'pictures'] as const).filter((kind) => (process.env.SOAK_KIND ?? kind) === kind)
type Kind = (typeof KINDS)[number]
const PORT = Number(process.env.SOAK_PORT ?? 18_290)
const AT_ONCE = 4
const WARM_UP = 100
const MB = 1024 * 1024
/** Measured after garbage collections. Otherwise the growth would depend on when the server last collected garbage. */
const MAX_GROWTH = 100 * MB
const MAX_USED_GROWTH = 20 * MB
/** What `deploy/kubernetes.yaml` leaves for the server beside two inspections. */
const MAX_PEAK = 768 * MB
/** Two pictures and their PDF are inspected one after the other. */
const MAX_REPLY_MS = { documents: 5_000, pictures: 12_000 }
/** Limits as shares of all uploads. */
const LEAST_KEPT = 0.1
const MOST_GIVEN_UP = 0.02
/** On a busy machine, an expensive document is refused as 'busy' several times. */
const MOST_TRIES = 10

export async function soakUploads(): Promise<boolean> {
  for (const kind of KINDS) if (!(await soakKind(kind))) return false
  return true
}

async function soakKind(kind: Kind): Promise<boolean> {
  if (!hasQpdf()) {
    console.log('The hostile uploads need qpdf. Install it and try again.')
    return false
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-uploads-'))
  await chmod(dataDir, 0o755)
  const server = await startServer(dataDir)
  try {
    const figures = await sendAll(server, kind)
    const { kept, seen, givenUp, grown, usedGrown, peak, slowest, active } = figures
    console.log(`${UPLOADS} hostile ${kind} from ${FROM}: ${JSON.stringify(figures)}`)
    // The run is inconclusive if few documents were stored or many were never inspected.
    const isConclusive = kept > UPLOADS * LEAST_KEPT && givenUp < UPLOADS * MOST_GIVEN_UP
    const isSmall = grown < MAX_GROWTH && usedGrown < MAX_USED_GROWTH && peak < MAX_PEAK
    return isConclusive && seen === kept && isSmall && slowest < MAX_REPLY_MS[kind] && active.length === 0
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startServer(dataDir: string): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const reporter = new URL('./report-memory.ts', import.meta.url).href
  const env = { PORT: String(PORT), PORTICO_DATA_DIR: dataDir, PORTICO_DEMO: '1' }
  const child = spawn(process.execPath, [...SERVER_FLAGS, '--expose-gc', '--import', reporter, main], {
    env: { PATH: process.env.PATH, GLIBC_TUNABLES: SERVER_MEMORY, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server did not start.')))
    child.stdout?.on('data', (said) => {
      if (String(said).includes('is ready')) resolve()
    })
  })
  return child
}

type Figures = {
  kept: number
  /** Stored documents whose staff view was checked. */
  seen: number
  refused: number
  busy: number
  givenUp: number
  /** Growth of the resident memory, and of the part that objects use. */
  grown: number
  usedGrown: number
  peak: number
  slowest: number
  active: string[]
}

async function sendAll(server: ChildProcess, sort: Kind): Promise<Figures> {
  const staff = await signIn(`http://127.0.0.1:${PORT}`, 'demostaff', DEMO_PASSWORD)
  const queue = await staff.get<ContractList>(calls.listContracts.path, { stage: 'RECEIVED' })
  const reference = queue.rows[0]?.reference ?? ''
  const documents = startGenerator(sort)
  const figures: Figures = {
    kept: 0,
    seen: 0,
    refused: 0,
    busy: 0,
    givenUp: 0,
    grown: 0,
    usedGrown: 0,
    peak: 0,
    slowest: 0,
    active: [],
  }
  const { sendUntilAccepted, checkView } = createStaffCalls(staff, reference, figures)
  const end = FROM + UPLOADS
  let next = FROM
  const sendBefore = async (limit: number) => {
    while (next < limit) {
      const index = next++
      const { kind, body: sent } = await documents.make(index)
      const fileName = `${index}.pdf`
      const body = { reference, cameBy: 'MAIL', fileName, ...sent }
      const status = await sendUntilAccepted(body)
      figures[status === 200 ? 'kept' : status === 503 ? 'givenUp' : 'refused'] += 1
      if (status === 200)
        for (const found of await checkView(fileName)) figures.active.push(`${kind} ${index}: ${found}`)
      figures.peak = Math.max(figures.peak, await residentBytes(server))
      if (index % 500 === 0) console.log(`${index} of ${end}: ${JSON.stringify(figures)}`)
    }
  }
  const sendAtOnce = (limit: number) => Promise.all(Array.from({ length: AT_ONCE }, () => sendBefore(limit)))
  await sendAtOnce(Math.min(end, FROM + WARM_UP))
  const warm = await collectGarbage(server)
  await sendAtOnce(end)
  const after = await collectGarbage(server)
  figures.grown = after.resident - warm.resident
  figures.usedGrown = after.used - warm.used
  await documents.stop()
  return figures
}

/** Calls of plan staff. Every reply is timed. */
function createStaffCalls(staff: Awaited<ReturnType<typeof signIn>>, reference: string, figures: Figures) {
  const timed = async <Reply>(call: Promise<Reply>): Promise<Reply> => {
    const startedAt = performance.now()
    const reply = await call
    figures.slowest = Math.max(figures.slowest, Math.round(performance.now() - startedAt))
    return reply
  }
  const sendUntilAccepted = async (body: object, tries = 1): Promise<number> => {
    const status = await timed(staff.post(calls.recordContract.path, body))
    if (status !== 503) return status
    figures.busy += 1
    if (tries === MOST_TRIES) return status
    await sleep(500)
    return sendUntilAccepted(body, tries + 1)
  }
  /** Checks the view of this document, identified by name among concurrent uploads. */
  const checkView = async (fileName: string) => {
    const { contracts } = await timed(staff.get<ContractReview>(calls.reviewContract.path, { reference }))
    const sent = contracts.find((contract) => contract.fileName === fileName)
    if (!sent) return ['stored but not shown']
    const view = await timed(staff.getFile(calls.contractView.path, { id: sent.id }))
    const active = await findActive(view)
    figures.seen += 1
    return active
  }
  return { sendUntilAccepted, checkView }
}

type Made = { index: number; kind: string; body: object }

function startGenerator(kind: Kind) {
  const thread = new Worker(new URL('./hostile-thread.ts', import.meta.url))
  const wanted = new Map<number, (made: Made) => void>()
  thread.on('message', (made: Made) => {
    wanted.get(made.index)?.(made)
    wanted.delete(made.index)
  })
  return {
    make: (index: number) =>
      new Promise<Made>((resolve) => {
        wanted.set(index, resolve)
        thread.postMessage({ index, seed: SEED, kind })
      }),
    stop: () => thread.terminate(),
  }
}

export type Memory = { resident: number; used: number }

/** Returns the memory after the collection, while no upload is in progress. */
async function collectGarbage(server: ChildProcess): Promise<Memory> {
  server.send('collect')
  const [memory] = await once(server, 'message')
  return memory
}

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1')
  return Number(statm.split(' ')[1]) * 4096
}

if (import.meta.main) process.exitCode = (await soakUploads()) ? 0 : 1
