import { readlinkSync } from 'node:fs'
import { readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { socketPort } from './cluster.ts'
import { type Folders, isCode, replaceFile } from './folders.ts'
import { runProgram } from './run-program.ts'

export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

/** A start may have to replay a full write-ahead log after a crash, which takes minutes. */
const startSeconds = 300
const largestLog = 10 * 1024 * 1024

/** Lines of postmaster.pid: pid, folder, start time, port, socket folder, address, shared memory, status. */
async function readPostmasterFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder: lines[4] ?? '', status: lines[7] ?? '' }
}

/** The postmaster that serves this cluster, once it has finished starting; undefined if there is none. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const giveUpAt = Date.now() + startSeconds * 1000
  while (Date.now() < giveUpAt) {
    const postmaster = await readPostmasterFile(cluster)
    if (!postmaster || !(await serves(postmaster.pid, cluster))) return undefined
    if (postmaster.status === 'ready') return postmaster
    await sleep(50)
  }
  throw new Error(`The database in ${cluster} has been starting or stopping for five minutes.`)
}

/** pg_ctl is fooled by zombies and by reused pids, so ask the operating system. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (process.platform === 'linux') return !(await isZombie(pid)) && (await isWorkingIn(pid, cluster))
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

async function isZombie(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text === undefined || text.slice(text.lastIndexOf(')') + 2).startsWith('Z')
}

async function isWorkingIn(pid: number, cluster: string): Promise<boolean> {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === (await realpath(cluster))
  } catch {
    return false
  }
}

export async function startPostmaster(folders: Folders, binaries: Binaries, socketFolder: string): Promise<Postmaster> {
  await clearLeftovers(folders, socketFolder)
  await rotateLog(folders.log)
  const args = ['start', '-D', 'cluster', '-l', 'server.log', '-w', '-t', String(startSeconds), '-s']
  // Children of a killed postmaster need a moment to exit; until then PostgreSQL refuses to start.
  for (let attempt = 1; ; attempt++) {
    const error = await runProgram(binaries.pgCtl, args, folders).catch((reason: unknown) => reason)
    if (!error) break
    const tail = await readLogTail(folders.log)
    if (attempt >= 20 || !tail.includes('still in use')) {
      throw new Error(`The database did not start. Its log (${folders.log}) ends with:\n${tail}`, { cause: error })
    }
    await sleep(250)
  }
  const postmaster = await findPostmaster(folders.cluster)
  if (!postmaster) throw new Error(`The database ended right after its start; see ${folders.log}.`)
  return postmaster
}

/**
 * After a crash another process may have the pid in postmaster.pid, and PostgreSQL would take it for its own. An
 * impossible pid preserves the rest of the file, which PostgreSQL needs to find orphans.
 */
async function clearLeftovers({ cluster, account }: Folders, socketFolder: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text !== undefined) await replaceFile(path, text.replace(/^-?\d+/, '2147483646'), account)
  const socket = join(socketFolder, `.s.PGSQL.${socketPort}`)
  await rm(socket, { force: true })
  await rm(`${socket}.lock`, { force: true })
}

async function rotateLog(log: string): Promise<void> {
  const found = await stat(log).catch(() => undefined)
  if (found && found.size > largestLog) await rename(log, `${log}.1`)
}

async function readLogTail(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-6).join('\n')
}

export async function stopPostmaster(folders: Folders, binaries: Binaries): Promise<void> {
  const stop = (mode: string, seconds: number) =>
    runProgram(binaries.pgCtl, ['stop', '-D', 'cluster', '-m', mode, '-w', '-t', String(seconds), '-s'], folders)
  if (!(await findPostmaster(folders.cluster))) return
  await stop('fast', 60).catch(() => stop('immediate', 30))
}
