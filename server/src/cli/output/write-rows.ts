import { say } from '../command.ts'

type Cell = string | number | boolean | null | Date | readonly string[]
export type Row = Record<string, Cell>

/** Prints rows: columns for people, JSON for programs. */
export function printRows(rows: readonly Row[], { json, nothing }: { json: boolean; nothing: string }): number {
  if (json) say(`${JSON.stringify(rows, null, 2)}\n`)
  else say(rows.length === 0 ? `${nothing}\n` : writeColumns(rows))
  return 0
}

/** Prints a result: a sentence for people, JSON for programs. */
export function printResult(json: unknown, done: Record<string, unknown>, sentence: string): number {
  say(json === true ? `${JSON.stringify(done, null, 2)}\n` : `${sentence}\n`)
  return 0
}

export function writeColumns(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => writeCell(row[name] ?? null)))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const write = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((line) => `${write(line).trimEnd()}\n`).join('')
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'object' ? cell.join(', ') : String(cell)
}
