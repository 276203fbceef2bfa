import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type Readable, Writable } from 'node:stream'
import type { UploadProblem } from './documents/inspect-document.ts'
import { PROGRAM_FD, readProgram, startProgram } from './inspect-program.ts'
import type { PictureProblem } from './pictures/picture-header.ts'
import type { Turn } from './pictures/pixels.ts'
import { splitBySizes } from './split-by-sizes.ts'

/** What the process does with its input: inspects a PDF, redraws a picture, or binds redrawn pictures to a PDF. */
export type InspectionTask =
  | { kind: 'document' }
  | { kind: 'picture'; turn: Turn }
  | { kind: 'pages'; sizes: readonly number[] }

export type UploadFinding = { pages: number; safeCopy: Buffer } | { problem: UploadProblem }
export type PictureFinding = { picture: Buffer } | { problem: PictureProblem }
export type PagesFinding = { pages: number; safeCopy: Buffer; document: Buffer } | { problem: UploadProblem }

/** Limits of one inspection. The operating system enforces the first two, so a bug cannot bypass them. */
const MAX_DATA_KB = 1024 * 1024
const MAX_CPU_SECONDS = 2
const MAX_HEAP_MB = 256
const MAX_RESIDENT_BYTES = 512 * 1024 * 1024
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const LOOK_MS = 50

const nodeArgs = [
  `--max-old-space-size=${MAX_HEAP_MB}`,
  // Allows only reads, to load modules: no writes, child processes, threads or native code.
  '--permission',
  '--allow-fs-read=*',
  '--disable-warning=SecurityWarning',
  '--input-type=module',
  '--eval',
  startProgram,
]

/** Inspects a PDF. Returns undefined if the time is over. */
export async function inspectApart(file: Uint8Array, withinMs: number): Promise<UploadFinding | undefined> {
  const answer = await runApart<UploadProblem>({ kind: 'document' }, [file], withinMs)
  if (!answer) return undefined
  const { problem = 'damaged', pages, files } = answer
  const [safeCopy] = files
  return pages && safeCopy ? { pages, safeCopy } : { problem }
}

/** Redraws a picture upright. Returns undefined if the time is over. */
export async function redrawApart(file: Uint8Array, turn: Turn, withinMs: number): Promise<PictureFinding | undefined> {
  const answer = await runApart<PictureProblem>({ kind: 'picture', turn }, [file], withinMs)
  if (!answer) return undefined
  const [picture] = answer.files
  return picture ? { picture } : { problem: answer.problem ?? 'damaged' }
}

/** Makes a PDF of redrawn pictures and inspects it as an upload. Returns undefined if the time is over. */
export async function bindApart(pictures: readonly Uint8Array[], withinMs: number): Promise<PagesFinding | undefined> {
  const sizes = pictures.map(({ byteLength }) => byteLength)
  const answer = await runApart<UploadProblem>({ kind: 'pages', sizes }, pictures, withinMs)
  if (!answer) return undefined
  const { problem = 'damaged', pages, files } = answer
  const [safeCopy, document] = files
  return pages && safeCopy && document ? { pages, safeCopy, document } : { problem }
}

/**
 * Runs a task in a separate process without this process's memory, environment or open files. If a hostile file
 * crashes it, the answer is empty and the file counts as damaged. Returns undefined after `withinMs`: on a busy machine
 * a timeout says nothing about the file, because CPU time has its own limit.
 */
async function runApart<Problem>(
  task: InspectionTask,
  input: readonly Uint8Array[],
  withinMs: number,
): Promise<Answer<Problem> | undefined> {
  const child = start(await readProgram(), task)
  let isLate = false
  const endAt = setTimeout(
    () => {
      isLate = true
      child.kill('SIGKILL')
    },
    Math.max(0, withinMs),
  )
  const watch = setInterval(() => void endWhenLarge(child), LOOK_MS)
  try {
    // Ignores EPIPE from a process that exited early; its output decides.
    child.stdin.on('error', () => {})
    for (const file of input) child.stdin.write(file)
    child.stdin.end()
    const answer = await collect(child)
    return isLate ? undefined : readAnswer<Problem>(answer)
  } finally {
    clearTimeout(endAt)
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}

type Child = ChildProcess & { stdin: Writable; stdout: Readable }

function start(program: string, task: InspectionTask): Child {
  const args = [...nodeArgs, JSON.stringify(task)]
  const options = { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] satisfies StdioOptions, env: {}, windowsHide: true }
  const bounded = `ulimit -d ${MAX_DATA_KB}; ulimit -t ${MAX_CPU_SECONDS}; ulimit -c 0; exec "$0" "$@"`
  const child =
    process.platform === 'win32'
      ? spawn(process.execPath, args, options)
      : spawn('/bin/sh', ['-c', bounded, process.execPath, ...args], options)
  const reads = child.stdio[PROGRAM_FD]
  if (!hasPipes(child) || !(reads instanceof Writable)) throw new Error('The inspection of a document has no pipes.')
  // Ignores EPIPE from a process that failed to start; readAnswer reports it.
  reads.on('error', () => {}).end(program)
  return child
}

const hasPipes = (child: ChildProcess): child is Child => child.stdin !== null && child.stdout !== null

async function collect(child: Child): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const ended = new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  for await (const chunk of child.stdout) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) child.kill('SIGKILL')
  }
  // The output of a killed process is incomplete.
  return (await ended) === 0 ? Buffer.concat(chunks) : Buffer.concat(chunks).subarray(0, READY.length)
}

const READY = Buffer.from('ready\n')

type Answer<Problem> = { files: Buffer[]; problem?: Problem; pages?: number }

/** Throws if the process never started, because that says nothing about the file. */
function readAnswer<Problem>(answer: Buffer): Answer<Problem> {
  if (!answer.subarray(0, READY.length).equals(READY)) throw new Error('The inspection of a document did not begin.')
  const end = answer.indexOf('\n', READY.length)
  if (end < 0) return { files: [] }
  const result: Omit<Answer<Problem>, 'files'> & { sizes: number[] } = JSON.parse(
    answer.toString('utf8', READY.length, end),
  )
  return { ...result, files: splitBySizes(answer.subarray(end + 1), result.sizes) }
}

const PAGE_BYTES = 4096

/** Needs /proc. On other systems only the other limits apply. */
async function endWhenLarge(child: Child): Promise<void> {
  const statm = await readFile(`/proc/${child.pid}/statm`, 'latin1').catch(() => '')
  const resident = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
  if (resident > MAX_RESIDENT_BYTES) child.kill('SIGKILL')
}
