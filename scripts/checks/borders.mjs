// Fails on forbidden imports, import cycles, folders that import each other or have an empty name, and SQL that names
// tables of other areas against the rules.
import { findBrokenBorders, findEmptyNames, findMutualFolders } from '../borders.mjs'
import { root } from '../setup.mjs'
import { findForeignTables } from '../sql-borders.mjs'

const broken = [
  ...findBrokenBorders(root),
  ...findMutualFolders(root),
  ...findEmptyNames(root),
  ...findForeignTables(root),
]
for (const [path, sentence] of broken) console.error(`${path} ${sentence}`)
process.exitCode = broken.length === 0 ? 0 : 1
