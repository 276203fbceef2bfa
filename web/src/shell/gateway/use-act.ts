import type { Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { useQueryClient } from '@tanstack/react-query'
import { type Save, useSave } from './use-save.ts'

/** One act upon what pages show. Whatever the pages have read may be different afterwards, so it is read again. */
export function useAct<Told extends Description & { body: object }>(
  call: Call<Told>,
  onDone: (entity: EntityOf<Told>) => void,
): Save<InputOf<Told>> {
  const readAgain = useReadAgain()
  // A refusal often means that somebody else was quicker.
  return useSave(call, readAgainThen(readAgain, onDone), readAgain)
}

export function useReadAgain(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['page'] })
}

const readAgainThen =
  <Entity>(readAgain: () => void, onDone: (entity: Entity) => void) =>
  (entity: Entity) => {
    readAgain()
    onDone(entity)
  }
