import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Where tests keep what goes with them: hundreds of databases are made and dropped, and a disk's file system takes five
 * times as long for each as memory. `TMPDIR` says otherwise; without room, or where no program may run, it is the disk.
 */
export function temporaryFolder({
  chosen = process.env.TMPDIR,
  mounts = read('/proc/self/mounts'),
  room = () => Math.min(roomIn(SHARED_MEMORY), freemem()),
  disk = tmpdir(),
} = {}) {
  if (chosen) return chosen
  const [, , kind, options = ''] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder]) => folder === SHARED_MEMORY) ?? []
  const runsPrograms = kind === 'tmpfs' && !options.split(',').includes('noexec')
  return runsPrograms && room() >= 4 * gigabyte ? SHARED_MEMORY : disk
}

function roomIn(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
