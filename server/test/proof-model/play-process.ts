import { text } from 'node:stream/consumers'
import { hashingCost } from '../../src/platform/password.ts'
import { cheapMemory } from '../cheap-memory.ts'
import { playSequences } from './play.ts'

/** A process of its own that plays sequences. Reads its task as JSON from standard input; prints how far it came. */
const { cluster, runs, seed } = JSON.parse(await text(process.stdin))
hashingCost.memory = cheapMemory
const happened = await playSequences({
  runs,
  seed,
  cluster,
  onPlayed: (played) => console.log(`${new Date().toISOString()} seed ${seed}: ${played} of ${runs}`),
})
console.log(`${runs} sequences: ${[...happened].map(([what, times]) => `${what} ${times}`).join(', ')}`)
