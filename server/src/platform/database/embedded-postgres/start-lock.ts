import { readFileSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isCode } from './folders.ts'

const patience = 120_000

/**
 * Runs `work` while no other process starts or stops the same database. Otherwise two first starts could both run
 * initdb, or one could stop what the other has just joined.
 */
export async function withStartLock<Result>(lockFile: string, work: () => Promise<Result>): Promise<Result> {
  const mine = describeProcess(process.pid)
  const giveUpAt = Date.now() + patience
  while (!(await createLock(lockFile, mine))) {
    if (await isAbandoned(lockFile)) await breakLock(lockFile)
    else if (Date.now() > giveUpAt) throw new Error(`Another Portico has been starting for two minutes (${lockFile}).`)
    else await sleep(50)
  }
  try {
    return await work()
  } finally {
    await rm(lockFile, { force: true })
  }
}

async function createLock(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** A killed process leaves its lock behind. */
async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  if (Date.now() - found.mtimeMs > patience) return true
  const holder = await readFile(path, 'utf8').catch(() => '')
  // A lock is empty between its creation and the first byte; that does not mean its owner is dead.
  if (holder === '') return false
  return describeProcess(Number(holder.split(' ')[0])) !== holder
}

/** Removal is itself locked, or two waiting processes could remove each other's new locks. */
async function breakLock(path: string): Promise<void> {
  const guard = `${path}.break`
  const guardFound = await stat(guard).catch(() => undefined)
  if (guardFound && Date.now() - guardFound.mtimeMs > 10_000) await rm(guard, { force: true })
  if (!(await createLock(guard, ''))) return
  try {
    if (await isAbandoned(path)) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

/** A pid and, if the system reports it, its start time, because pids are reused. */
function describeProcess(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? `${pid} gone` : `${pid} ${fields[19]}`
  } catch {
    return process.platform !== 'linux' && isRunning(pid) ? `${pid} running` : `${pid} gone`
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
