import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Block } from '../../server/test/proof-model/play.ts'
import { startTestCluster } from '../../server/test/templates.ts'

/**
 * The long version of the proof model test (server/test/proof-model): random sequences in blocks with one seed each.
 * SOAK_SEED sets the first seed. A failure prints its seed and the shortest failing sequence. Progress is stored under
 * .cache for each commit, so an interrupted run can continue.
 */
const SEQUENCES = Number(process.env.SOAK_SEQUENCES ?? 50_000)
const IN_BLOCK = 500
/** More processes than cores, because they wait for the database half of the time. */
const PROCESSES = Number(process.env.SOAK_PROCESSES ?? 4)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function soakProofs(): Promise<boolean> {
  const progress = openProgress()
  const blocks = blocksToPlay(progress)
  const left = blocks.reduce((sum, { runs }) => sum + runs, 0)
  console.log(
    `${left} of ${SEQUENCES} random sequences of registration, link and decision calls, progress in ${progress}…`,
  )
  const { database, remove } = await startTestCluster()
  try {
    const shares = Array.from({ length: PROCESSES }, (_, share) => blocks.filter((_, at) => at % PROCESSES === share))
    const codes = await Promise.all(shares.map((share) => play({ cluster: database.config, blocks: share, progress })))
    const isWhole = codes.every((code) => code === 0)
    if (isWhole) rmSync(progress)
    return isWhole
  } finally {
    await remove()
  }
}

/** Progress file of this commit. Its first line is the first seed. */
function openProgress(): string {
  const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', cwd: here('.') }).trim()
  mkdirSync(here('../../.cache'), { recursive: true })
  const progress = here(`../../.cache/soak-proofs-${commit}.txt`)
  if (process.env.SOAK_SEED || !existsSync(progress))
    writeFileSync(progress, `${process.env.SOAK_SEED ?? Date.now() % 1_000_000_000}\n`)
  return progress
}

function blocksToPlay(progress: string): Block[] {
  const [first = 0, ...played] = readFileSync(progress, 'utf8').trim().split('\n').map(Number)
  const blocks = Array.from({ length: Math.ceil(SEQUENCES / IN_BLOCK) }, (_, at) => ({
    seed: first + at,
    runs: Math.min(IN_BLOCK, SEQUENCES - at * IN_BLOCK),
  }))
  return blocks.filter(({ seed }) => !played.includes(seed))
}

type Task = { cluster: object; blocks: Block[]; progress: string }

async function play(task: Task): Promise<number | null> {
  if (task.blocks.length === 0) return 0
  const child = spawn(process.execPath, [here('../../server/test/proof-model/play-process.ts')], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(JSON.stringify(task))
  const [code] = await once(child, 'exit')
  return code
}

if (import.meta.main) process.exitCode = (await soakProofs()) ? 0 : 1
