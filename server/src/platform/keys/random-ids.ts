import { randomFillSync } from 'node:crypto'

const AT_ONCE = 4096
const drawn = Buffer.alloc(AT_ONCE)
let used = AT_ONCE

/**
 * Random bytes as text, from a pool that is refilled when used up: a system call costs the same for a few bytes as for
 * thousands. Each byte is used once and then wiped.
 */
export function randomId(bytes: number, written: 'hex' | 'base64url'): string {
  if (bytes > AT_ONCE) throw new Error('Too many random bytes requested at once')
  if (used + bytes > AT_ONCE) {
    randomFillSync(drawn)
    used = 0
  }
  const end = used + bytes
  const id = drawn.toString(written, used, end)
  drawn.fill(0, used, end)
  used = end
  return id
}
