import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** The published guide (CC0-1.0), as HL7 distributes it. */
const archive = new URL('./hl7.fhir.us.davinci-pdex-plan-net-1.1.0.tgz', import.meta.url)

/** The JSON files of the guide's package, by their path in it: `package/CapabilityStatement-plan-net.json`. */
export function readPackage(): Map<string, string> {
  const tar = gunzipSync(readFileSync(archive))
  const files = new Map<string, string>()
  const fieldAt = (from: number, length: number) => tar.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const name = fieldAt(at, 100)
    const size = Number.parseInt(fieldAt(at + 124, 12), 8)
    const start = at + BLOCK
    if (name.endsWith('.json')) files.set(name, tar.toString('utf8', start, start + size))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
