// Import borders, and the order of the folders of an area. Each entry of RULES names a set of files and their allowed imports.
// `npm run check` applies the rules to the tree; borders.test.ts applies them to seeded violations.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, posix, relative, resolve, sep } from 'node:path'

/** Areas of the server, lowest first. Areas of one row are peers. An area imports only the faces of lower areas. */
export const ORDER = [
  ['plan-data'],
  ['access'],
  ['provider-directory'],
  ['registration'],
  ['signon', 'contracts', 'members', 'content', 'internal'],
  ['sign-on-hub', 'staff-sign-in'],
]
const AREAS = ORDER.flat()

/** The face of an area: the file with its name, which exports the area's interface for higher areas. */
const faceOf = (area) => `server/src/${area}/${area}.ts`
const facesBelow = (area) => {
  const row = ORDER.findIndex((areas) => areas.includes(area))
  return ORDER.slice(0, row).flat().map(faceOf)
}

const BROWSER = /^(react|react-dom|downshift|altcha$)/
const SERVER = /^(node:|fastify|@fastify\/|pg$|pg-|kysely|nodemailer|typebox)/

/** A floor of a server area may import itself and lower floors. */
const FLOORS = ['store', 'domain', 'routes']
const floorOf = (path) => FLOORS.indexOf(path.split('/')[3]?.replace(/^routes\.ts$/, 'routes') ?? '')

const within =
  (...folders) =>
  (to) =>
    folders.some((folder) => to.startsWith(folder))

/** [files, allowed project imports, error message, forbidden packages] */
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

/** Maps every source file to its imports, including type-only ones: project files by path, packages by name. */
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
  // `#platform/…` and its like: "imports" of the workspace's package.json.
  if (specifier.startsWith('#')) return `${from.split('/')[0]}/src/${specifier.slice(1)}`
  const [, workspace, rest] = /^@portico\/(core|server|web)\/(.*)$/.exec(specifier) ?? []
  return workspace ? `${workspace}/src/${rest}.ts` : specifier
}

/** Finds folders of one area that import each other: [folder, message]. */
export function findMutualFolders(root) {
  const uses = new Map()
  for (const [from, names] of readImports(resolve(root)))
    for (const name of names) {
      const to = isProjectFile(name) ? name : ''
      if (areaFolder(to) !== areaFolder(from)) continue
      const folders = [posix.dirname(from), posix.dirname(to)]
      if (folders[0] !== folders[1]) uses.set(folders.join(' '), `${from} imports ${to}`)
    }
  return [...uses].flatMap(([key, use]) => {
    const [folder, other] = key.split(' ')
    const back = uses.get(`${other} ${folder}`)
    if (!back || folder > other) return []
    return [[folder, `and ${other} import each other: ${use}, and ${back}.`]]
  })
}

/** Folder names that do not describe the content. */
const EMPTY_NAMES = /^(misc|common|utils|helpers|shared)$/

/** Finds folders with an empty name: [folder, message]. */
export function findEmptyNames(root) {
  return ['core/src', 'server/src', 'web/src'].flatMap((folder) => [...walkFolders(resolve(root), folder)])
}

function* walkFolders(root, folder) {
  if (!existsSync(join(root, folder))) return
  if (EMPTY_NAMES.test(basename(folder))) yield [folder, 'needs a name that describes its content.']
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
    if (entry.isDirectory()) yield* walkFolders(root, `${folder}/${entry.name}`)
}

const isProjectFile = (name) => /^(core|server|web)\//.test(name)

/** Finds forbidden imports and import cycles: [file, message]. */
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
  for (const cycle of findCycles(imports)) {
    for (const file of cycle)
      broken.push([file, `is in an import cycle with ${cycle.filter((other) => other !== file).join(', ')}.`])
  }
  return broken
}

/** Finds import cycles as strongly connected components (Tarjan). */
function findCycles(imports) {
  const seen = new Map()
  const stack = []
  const cycles = []
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
      const cycle = stack.splice(stack.indexOf(file))
      for (const member of cycle) seen.get(member).onStack = false
      if (cycle.length > 1) cycles.push(cycle)
    }
    return node
  }
  for (const file of imports.keys()) if (!seen.has(file)) visit(file)
  return cycles
}
