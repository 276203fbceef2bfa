import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { hashingCost } from '#platform/identity/password.ts'
import { cheapMemory } from '../cheap-memory.ts'
import { type Block, playSequences } from './play.ts'

/** A separate process that plays sequences. Reads its task as JSON from standard input; records each finished block. */
const { cluster, blocks, progress } = JSON.parse(await text(process.stdin))
hashingCost.memory = cheapMemory
const onPlayed = ({ seed, runs }: Block) => {
  appendFileSync(progress, `${seed}\n`)
  console.log(`${new Date().toISOString()} seed ${seed}: ${runs} played`)
}
const happened = await playSequences({ blocks, cluster, onPlayed })
console.log([...happened].map(([what, times]) => `${what} ${times}`).join(', '))
