import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Debian packages and the files needed from each. */
export type Needed = Record<string, string[]>

/** Returns an error message if a requirement is missing. */
export function whatIsMissing(command: string, needed: Needed): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return `${command} needs Linux and root.`
  const missing = Object.entries(needed).filter(([, files]) => !files.some((file) => existsSync(file)))
  if (missing.length === 0) return undefined
  return `${command} needs these packages: apt-get install -y ${missing.map(([name]) => name).join(' ')}`
}

/** Long enough for a busy machine. */
const PATIENCE_MS = 20_000

export function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a clean-up command and ignores failures. */
export function tryRun(command: string, ...args: string[]): void {
  spawnSync(command, args, { stdio: 'ignore' })
}

/** Child programs of this run, each with a log file in the folder. */
export class Programs {
  readonly #folder: string
  readonly #running = new Set<ChildProcess>()

  constructor(folder: string) {
    this.#folder = folder
  }

  start(name: string, command: string[], env: Record<string, string | undefined> = {}): ChildProcess {
    const [program = '', ...args] = command
    // Its own process group, so that its children can be ended with it.
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const log = createWriteStream(join(this.#folder, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  /** Ends all programs if the run is interrupted. */
  endWithThisRun(): void {
    const end = async () => {
      await this.endAll()
      process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
  }

  /** Sends SIGTERM to all programs, then kills the remaining process groups. */
  async endAll(): Promise<void> {
    const ends = [...this.#running].map((child) => kill(child, 'SIGTERM'))
    await Promise.race([Promise.all(ends), sleep(PATIENCE_MS)])
    for (const { pid } of this.#running) if (pid) tryRun('kill', '-9', '--', `-${pid}`)
  }
}

/** Ends a program and waits for its exit. */
export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await gone
}

/** Ends a whole process group. For example, faketime starts the actual program as a child. */
export async function endGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const { pid } = child
  if (!pid) return
  const signalAll = (what: NodeJS.Signals | 0) => {
    try {
      return process.kill(-pid, what)
    } catch {
      return false
    }
  }
  signalAll(signal)
  await until(`all of ${child.spawnfile} is gone`, async () => !signalAll(0))
}

export async function until(what: string, isSo: () => Promise<boolean>, seconds = 120): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await isSo().catch(() => false)) return
    await sleep(200)
  }
  throw new Error(`Timed out after ${seconds} s: ${what}`)
}
