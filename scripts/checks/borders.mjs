// Imports point one way (scripts/borders.mjs says which), and in no circle.
import { findBrokenBorders } from '../borders.mjs'
import { root } from '../setup.mjs'

const broken = findBrokenBorders(root)
for (const [file, sentence] of broken) console.error(`${file} ${sentence}`)
process.exitCode = broken.length === 0 ? 0 : 1
