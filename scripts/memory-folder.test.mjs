import { expect, test } from 'vitest'
import { temporaryFolder } from './memory-folder.mjs'

const mounted = (options, kind = 'tmpfs') => `proc /proc proc rw 0 0\nshm /dev/shm ${kind} ${options} 0 0\n`
const usual = { chosen: '', mounts: mounted('rw,nosuid,nodev'), room: () => 4 * 1024 ** 3, disk: '/tmp' }

test('uses memory if there is enough room', () => {
  expect(temporaryFolder(usual)).toBe('/dev/shm')
})

test.each([
  ['memory is too small', { room: () => 64 * 1024 ** 2 }],
  ['the mount forbids programs', { mounts: mounted('rw,nosuid,nodev,noexec') }],
  ['the mount is not a tmpfs', { mounts: mounted('rw', 'ext4') }],
  ['there is no such mount', { mounts: '' }],
])('uses the disk if %s', (_why, other) => {
  expect(temporaryFolder({ ...usual, ...other })).toBe('/tmp')
})

test('uses the folder that TMPDIR names', () => {
  expect(temporaryFolder({ ...usual, chosen: '/somewhere' })).toBe('/somewhere')
})
