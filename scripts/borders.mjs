// The import borders and the size of folders, each stated once. A line of RULES names a set of files and what they may
// import. `npm run check` checks the tree against these rules; borders.test.ts checks them against seeded violations.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix, relative, resolve, sep } from 'node:path'

/** Areas of the server, lowest first; the last row's areas stand side by side. An area imports the faces of those below. */
const ORDER = [['directory'], ['access'], ['registration'], ['signon', 'contracts', 'members', 'content', 'internal']]
const AREAS = ORDER.flat()

/** The face of an area: the file named after it, a list of what it does for the areas above. */
const faceOf = (area) => `server/src/${area}/${area}.ts`
const facesBelow = (area) => {
  const row = ORDER.findIndex((areas) => areas.includes(area))
  return ORDER.slice(0, row).flat().map(faceOf)
}

const BROWSER = /^(react|react-dom|@tanstack\/|downshift|altcha$)/
const SERVER = /^(node:|fastify|@fastify\/|pg$|pg-|kysely|nodemailer|typebox)/

/** A floor of a server area may import its own and the ones under it. */
const FLOORS = ['store', 'domain', 'routes']
const floorOf = (path) => FLOORS.indexOf(path.split('/')[3]?.replace(/^routes\.ts$/, 'routes') ?? '')

const within =
  (...folders) =>
  (to) =>
    folders.some((folder) => to.startsWith(folder))

/** [whose files, which of the project's files they may import, why not another, which packages they must not] */
const RULES = [
  [/^core\//, within('core/'), 'core is pure: it imports core and the schema library.', /^(?!typebox)/],
  [/^server\/src\/platform\//, within('core/', 'server/src/platform/'), 'platform is below all areas.', BROWSER],
  ...AREAS.map((area) => [
    new RegExp(`^server/src/${area}/`),
    (to, from) =>
      within('core/', 'server/src/platform/')(to) ||
      facesBelow(area).includes(to) ||
      (to.startsWith(`server/src/${area}/`) &&
        (floorOf(from) < 0 || floorOf(to) <= floorOf(from)) &&
        to !== faceOf(area)),
    `${area} imports platform, its own floors downwards (routes, domain, store) and the faces of the areas below it.`,
    BROWSER,
  ]),
  [/^server\//, within('core/', 'server/'), 'The server never imports the web.', BROWSER],
  [/^web\/src\/kit\//, within('core/', 'web/src/kit/'), 'kit is below everything in the web.', SERVER],
  [
    /^web\/src\/shell\//,
    within('core/', 'web/src/kit/', 'web/src/shell/'),
    'shell imports kit, never an area.',
    SERVER,
  ],
  [
    /^web\/src\/entries\//,
    within('core/', 'web/'),
    'The web imports core, its own files and browser packages.',
    SERVER,
  ],
  [
    /^web\/src\//,
    (to, from) => within('core/', 'web/src/kit/', 'web/src/shell/', areaFolder(from))(to),
    'An area of the web imports shell, kit and itself, never another area or an entry.',
    SERVER,
  ],
]

const areaFolder = (path) => `${path.split('/').slice(0, 3).join('/')}/`

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\(?\s*['"]([^'"]+)['"]/g

function* walk(folder) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !/^(node_modules|dist|test)$/.test(entry.name)) yield* walk(join(folder, entry.name))
    else if (/\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name)) yield join(folder, entry.name)
  }
}

/** Every source file with what it imports, type-only imports included: project files by path, packages by name. */
function readImports(root) {
  const files = ['core/src', 'server/src', 'web/src'].flatMap((folder) => [...walk(join(root, folder))])
  return new Map(
    files.map((file) => {
      const from = relative(root, file).split(sep).join('/')
      const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2])
      return [from, found.map((name) => nameOf(from, name))]
    }),
  )
}

function nameOf(from, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  const [, workspace, rest] = /^@portico\/(core|server|web)\/(.*)$/.exec(specifier) ?? []
  return workspace ? `${workspace}/src/${rest}.ts` : specifier
}

/** A folder holds at most this many files directly, tests and styles not counted. */
const MOST_FILES = 15
/** Folders that may hold more, each with its reason. */
const LARGE_FOLDERS = {
  'web/src/registration': 'one file per screen of the wizard',
  'web/src/kit': 'one file per component',
}
/** Names that say nothing about what a folder holds. */
const EMPTY_NAMES = /^(misc|common|utils|helpers|shared)$/

/** Folders that hold too much, or whose name does not say what: [folder, sentence]. */
export function findCrowdedFolders(root) {
  return ['core/src', 'server/src', 'web/src'].flatMap((folder) => [...walkFolders(resolve(root), folder)])
}

function* walkFolders(root, folder) {
  if (!existsSync(join(root, folder))) return
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.(test\.tsx?|css)$/.test(entry.name))
  if (EMPTY_NAMES.test(basename(folder))) yield [folder, 'needs a name that says what is inside.']
  if (files.length > MOST_FILES && !(folder in LARGE_FOLDERS))
    yield [folder, `holds ${files.length} files; the limit is ${MOST_FILES}.`]
  for (const entry of entries) if (entry.isDirectory()) yield* walkFolders(root, `${folder}/${entry.name}`)
}

const isProjectFile = (name) => /^(core|server|web)\//.test(name)

/** What crosses a border, and every circle of imports: [file, sentence]. */
export function findBrokenBorders(root) {
  const imports = readImports(resolve(root))
  const broken = []
  for (const [from, names] of imports) {
    const [, mayImport, sentence, unwanted] = RULES.find(([files]) => files.test(from)) ?? []
    for (const name of names) {
      const allowed = isProjectFile(name) ? mayImport(name, from) : !unwanted.test(name)
      if (!allowed) broken.push([from, `must not import ${name}. ${sentence}`])
    }
  }
  for (const circle of findCircles(imports)) {
    for (const file of circle)
      broken.push([file, `imports itself over ${circle.filter((other) => other !== file).join(', ')}.`])
  }
  return broken
}

/** Tarjan's strongly connected components: groups of files that all reach each other. */
function findCircles(imports) {
  const seen = new Map()
  const stack = []
  const circles = []
  const visit = (file) => {
    const node = { index: seen.size, low: seen.size, onStack: true }
    seen.set(file, node)
    stack.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      const other = seen.get(next)
      if (!other) node.low = Math.min(node.low, visit(next).low)
      else if (other.onStack) node.low = Math.min(node.low, other.index)
    }
    if (node.low === node.index) {
      const circle = stack.splice(stack.indexOf(file))
      for (const member of circle) seen.get(member).onStack = false
      if (circle.length > 1) circles.push(circle)
    }
    return node
  }
  for (const file of imports.keys()) if (!seen.has(file)) visit(file)
  return circles
}
