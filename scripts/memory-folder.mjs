import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Temporary folder of the tests: in memory, because creating a test database on disk takes five times as long. `TMPDIR`
 * overrides it. The disk is used if memory is too small or mounted noexec.
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
