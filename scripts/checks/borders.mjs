// Fails on forbidden imports, import cycles, and folders that import each other or have an empty name.
import { findBrokenBorders, findEmptyNames, findMutualFolders } from '../borders.mjs'
import { root } from '../setup.mjs'

const broken = [...findBrokenBorders(root), ...findMutualFolders(root), ...findEmptyNames(root)]
for (const [path, sentence] of broken) console.error(`${path} ${sentence}`)
process.exitCode = broken.length === 0 ? 0 : 1
