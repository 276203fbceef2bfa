import { useQueryClient } from '@tanstack/react-query'
import { type Save, useSave } from './use-save.ts'

/** One act upon what pages show. Whatever the pages have read may be different afterwards, so it is read again. */
export function useAct<Body, Entity = boolean>(call: string, onDone: (entity: Entity) => void): Save<Body> {
  const queryClient = useQueryClient()
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['page'] })
  return useSave<Body, Entity>(
    call,
    (entity) => {
      readAgain()
      onDone(entity)
    },
    // A refusal often means that somebody else was quicker.
    readAgain,
  )
}
