// Fails on forbidden imports, import cycles and folders with too many files.
import { findBrokenBorders, findCrowdedFolders } from '../borders.mjs'
import { root } from '../setup.mjs'

const broken = [...findBrokenBorders(root), ...findCrowdedFolders(root)]
for (const [path, sentence] of broken) console.error(`${path} ${sentence}`)
process.exitCode = broken.length === 0 ? 0 : 1
