// Fails if a document names a path or an npm script that does not exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const folders = /^(core|server|web|e2e|bench|scripts|docs|\.ci)\//
const problems = []

for (const document of documents) {
  const text = readFileSync(document, 'utf8')
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
    const path = code.replace(/:\d+$/, '')
    if (folders.test(path) && !/[*<>{}\s…]|NNNN/.test(path) && !existsSync(path))
      problems.push(`${document}: \`${path}\` does not exist`)
  }
  for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (!/^[a-z]+:/.test(target) && !existsSync(join(dirname(document), target)))
      problems.push(`${document}: broken link to ${target}`)
  }
  for (const [, name] of text.matchAll(/npm run ([a-z-]+)/g)) {
    if (!scripts[name]) problems.push(`${document}: unknown npm script '${name}'`)
  }
}

for (const problem of problems) console.error(problem)
console.log(`documents: ${documents.length} read, ${problems.length} broken references`)
process.exit(problems.length ? 1 : 0)
