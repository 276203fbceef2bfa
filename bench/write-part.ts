import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Replaces the section of a benchmark in docs/performance.md, between two markers. */
export async function writePart(bench: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- ${bench}: written by the bench -->`, `<!-- /${bench} -->`]
  const file = join(import.meta.dirname, '..', 'docs', 'performance.md')
  const before = await readFile(file, 'utf8').catch(() => '# Performance\n')
  const has = before.includes(begin) && before.includes(end)
  const [head, rest] = has ? [before.split(begin)[0], before.split(end)[1]] : [`${before.trimEnd()}\n\n`, '\n']
  await writeFile(file, `${head}${begin}\n${text}\n${end}${rest}`)
}
