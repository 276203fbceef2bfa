import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Mutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
/** On the same disk as the packages, which are linked into the copy. */
const copy = join(root, '.cache', 'mutants')

const PRODUCT = /^(core\/src|server\/(src|migrations)|web\/src)\/.*(?<!\.test)\.tsx?$/
const TESTS = /\.test\.tsx?$/

type Placed = Mutant & { file: string; test: string }
type Found = { file: string; text: string }

/**
 * Seeds one fault after the other into a copy of the tree and runs the test that must fail. First the tests run without
 * any fault and must pass. Returns true if every fault was caught.
 */
export async function runMutants(mutants: readonly Mutant[]): Promise<boolean> {
  await copyTree()
  try {
    const { placed, problems } = await placeAll(mutants)
    for (const problem of problems) console.log(`not found: ${problem}`)
    if (!(await arePassing(placed))) return false
    const survived = await countSurvivors(placed)
    console.log(`${placed.length - survived} caught, ${survived} survived, ${problems.length} not found`)
    return survived === 0 && problems.length === 0
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function copyTree(): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // A file that is deleted but not committed is listed too.
    await cp(join(root, file), join(copy, file)).catch(ignoreMissing)
  }
  for (const folder of ['', 'core', 'server', 'web']) {
    const packages = join(folder, 'node_modules')
    if ((await readdir(join(root, folder))).includes('node_modules'))
      execFileSync('cp', ['-al', join(root, packages), join(copy, packages)])
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function placeAll(mutants: readonly Mutant[]): Promise<{ placed: Placed[]; problems: string[] }> {
  const names = (await readdir(copy, { recursive: true })).filter((name) => !name.includes('node_modules'))
  const read = (pattern: RegExp) =>
    Promise.all(
      names
        .filter((name) => pattern.test(name))
        .map(async (file): Promise<Found> => ({ file, text: await readFile(join(copy, file), 'utf8') })),
    )
  const [sources, tests] = [await read(PRODUCT), await read(TESTS)]
  const placed: Placed[] = []
  const problems: string[] = []
  for (const mutant of mutants) {
    const file = findOnly(sources, mutant.from)
    const test = findOnly(tests, `('${mutant.title}`) ?? findOnly(tests, `(\`${mutant.title}`)
    if (file && test) placed.push({ ...mutant, file, test })
    else problems.push(`${mutant.breaks}: ${file ? `the test '${mutant.title}'` : mutant.from}`)
  }
  return { placed, problems }
}

/** The file with the text, if it occurs exactly once. */
function findOnly(files: readonly Found[], text: string): string | undefined {
  const found = files.filter((each) => each.text.includes(text))
  const [only] = found
  return only && found.length === 1 && only.text.split(text).length === 2 ? only.file : undefined
}

async function arePassing(placed: readonly Placed[]): Promise<boolean> {
  const result = await runTests(placed)
  if (result.failed === 0 && result.passed > 0) return true
  console.log(`The tests fail without a fault: ${result.failed} failed, ${result.passed} passed\n${result.output}`)
  return false
}

async function countSurvivors(placed: readonly Placed[]): Promise<number> {
  let survived = 0
  for (const mutant of placed) {
    const path = join(copy, mutant.file)
    const source = await readFile(path, 'utf8')
    await writeFile(
      path,
      source.replace(mutant.from, () => mutant.to),
    )
    const { failed } = await runTests([mutant])
    await writeFile(path, source)
    if (failed === 0) survived += 1
    console.log(`${failed > 0 ? 'caught  ' : 'SURVIVED'} ${mutant.breaks} (${mutant.file})`)
  }
  return survived
}

/** Runs only the named tests. A file that cannot be loaded fails no test, so a fault with a syntax error survives. */
async function runTests(placed: readonly Placed[]): Promise<{ passed: number; failed: number; output: string }> {
  const report = join(copy, '.cache', 'mutant.json')
  await rm(report, { force: true })
  const files = [...new Set(placed.map(({ test }) => test))]
  const projects = [...new Set(files.map(projectOf))].map((name) => `--project=${name}`)
  const names = placed.map(({ title }) => patternOf(title)).join('|')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(copy, 'node_modules', 'vitest', 'vitest.mjs'),
      ...['run', ...projects, '--maxWorkers=1', '-t', names],
      ...['--reporter=json', `--outputFile=${relative(copy, report)}`, ...files],
    ],
    { cwd: copy, encoding: 'utf8' },
  )
  const text = await readFile(report, 'utf8').catch(() => '{}')
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(text)
  return { passed: numPassedTests, failed: numFailedTests, output: `${stdout}${stderr}`.slice(-4000) }
}

function projectOf(file: string): string {
  if (file.includes('.component.test.')) return 'components'
  return file.startsWith('web/') ? 'web' : file.startsWith('core/') ? 'core' : 'server'
}

/** A title as Vitest's pattern. Placeholders such as %s stand for any text. */
const patternOf = (title: string): string =>
  title
    .split(/%[sji]|\$\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
