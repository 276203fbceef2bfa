import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import type { Wizard } from '../wizard.ts'
import type { Model } from './model.ts'
import { PROVIDERS, readPlan, type World } from './world.ts'

export const BROWSERS = 3
export const browser = fc.integer({ min: 0, max: BROWSERS - 1 })
export const provider = fc.constantFrom(...PROVIDERS)

/** The model (expected state) and the world (the product) that a command runs on. */
export type Act = { model: Model; world: World }
export type Command = fc.AsyncCommand<Model, World>

/** One step of a sequence. Afterwards accounts, access and holds must match the model. */
export const act = (words: string, run: (it: Act) => Promise<void>): Command => ({
  check: () => true,
  async run(model, world) {
    await run({ model, world })
    deepStrictEqual(await readPlan(world.app), {
      accounts: [...model.accounts].sort(),
      holds: [...model.holds].sort(),
      active: [...model.active].map(([grant, role]) => `${grant} ${role}`).sort(),
    })
  },
  toString: () => words,
})

export function inBrowser(world: World, at: number): Wizard {
  const found = world.browsers[at]
  if (!found) throw new Error(`there is no browser ${at}`)
  return found
}
