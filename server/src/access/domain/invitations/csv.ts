export type CsvRow = { line: number; cells: string[] }

/**
 * Reads a small CSV as people's spreadsheets write it: quotes doubled inside quotes, any line ending, a byte order
 * mark. Empty lines are left out; each row knows the line it began on, so that an error can name it.
 */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((value) => value.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  for (let index = 0; index < source.length; index += 1) {
    const letter = source.charAt(index)
    if (letter === '\n') line += 1
    if (quoted && letter === '"' && source[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (letter === '"' && (quoted || cell === '')) quoted = !quoted
    else if (quoted) cell += letter
    else if (letter === ',') endCell()
    else if (letter === '\n') endRow()
    else cell += letter
  }
  endRow()
  return rows
}
