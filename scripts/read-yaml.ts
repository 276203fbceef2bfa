/** The part of YAML that `deploy/` uses: block maps and lists, one-line flow values, folded text. All scalars are text. */
export type Yaml = string | Yaml[] | { [key: string]: Yaml }

type Line = { indent: number; text: string }

/** Reads all documents of a file. Throws on anything that it does not know. */
export function readYaml(file: string): Yaml[] {
  return file.split(/^---$/m).map((document) => {
    const lines = document
      .split('\n')
      .filter((line) => line.trim() && !line.trimStart().startsWith('#'))
      .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }))
    const value = readBlock(lines)
    if (lines.length > 0) throw new Error(`Wrong indentation: ${lines[0]?.text}`)
    return value
  })
}

/** Takes the lines of one map or list from the front. */
function readBlock(lines: Line[]): Yaml {
  const [first] = lines
  if (!first) return {}
  return first.text.startsWith('- ') ? readList(lines, first.indent) : readMap(lines, first.indent)
}

function readList(lines: Line[], indent: number): Yaml[] {
  const list: Yaml[] = []
  while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
    const item = { indent: indent + 2, text: lines[0].text.slice(2) }
    if (KEY.test(item.text)) {
      lines[0] = item
      list.push(readMap(lines, item.indent))
    } else {
      lines.shift()
      list.push(readValue(item.text, lines, indent))
    }
  }
  return list
}

const KEY = /^([\w./-]+):(?: +(.+))?$/

function readMap(lines: Line[], indent: number): Yaml {
  const map: Record<string, Yaml> = {}
  while (lines[0]?.indent === indent) {
    const [, key = '', value] = KEY.exec(lines[0].text) ?? []
    if (!key || key in map) throw new Error(`Expected a new key: ${lines[0].text}`)
    lines.shift()
    if (value !== undefined) map[key] = readValue(value, lines, indent)
    else if ((lines[0]?.indent ?? 0) > indent) map[key] = readBlock(lines)
    else throw new Error(`${key} has no value.`)
  }
  return map
}

function readValue(text: string, lines: Line[], indent: number): Yaml {
  if (text !== '>-') return readFlow(text)
  const folded: string[] = []
  while ((lines[0]?.indent ?? 0) > indent) folded.push(lines.shift()?.text ?? '')
  return folded.join(' ')
}

function readFlow(text: string): Yaml {
  const [, map] = /^\{(.*)\}$/.exec(text) ?? []
  if (map !== undefined)
    return Object.fromEntries(
      splitParts(map).map((part) => {
        const [, key = '', value = ''] = KEY.exec(part) ?? []
        if (!key) throw new Error(`Expected a key: ${part}`)
        return [key, readFlow(value)]
      }),
    )
  const [, list] = /^\[(.*)\]$/.exec(text) ?? []
  if (list !== undefined) return splitParts(list).map(readFlow)
  const [, quoted] = /^'((?:[^']|'')*)'$/.exec(text) ?? []
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  if (/^[&*!|>"'@`%{}[\],#]|: | #/.test(text)) throw new Error(`Put this text into quotes: ${text}`)
  return text
}

/** Splits at the commas outside of inner braces. */
function splitParts(text: string): string[] {
  let depth = 0
  const parts = ['']
  for (const char of text) {
    if ('{['.includes(char)) depth += 1
    if ('}]'.includes(char)) depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}
