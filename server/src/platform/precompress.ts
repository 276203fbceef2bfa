import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json|txt|map)$/
const tooSmallToGain = 512

/**
 * Writes a .br and a .gz beside each file of the built web that has none yet, so that no request compresses.
 * A folder that cannot be written to is served as it is.
 */
export async function precompressFiles(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && compressible.test(entry.name)) await compressFile(join(entry.parentPath, entry.name))
  }
}

async function compressFile(path: string): Promise<void> {
  if (existsSync(`${path}.gz`)) return
  const content = await readFile(path)
  if (content.length < tooSmallToGain) return
  const br = await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await writeFile(`${path}.br`, br).catch(() => {})
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })).catch(() => {})
}
