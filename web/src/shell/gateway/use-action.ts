import type { Call, Description, EntityOf, InputOf } from '@portico/core/call'
import { useGateway } from './gateway-context.tsx'
import { type Save, useSave } from './use-save.ts'

/** Sends an action and refetches the page's data, because anything shown may have changed. */
export function useAction<Declared extends Description & { body: object }>(
  call: Call<Declared>,
  onDone: (entity: EntityOf<Declared>) => void,
): Save<InputOf<Declared>> {
  const refetch = useRefetch()
  // A refusal often means that someone else was faster.
  return useSave(call, refetchThen(refetch, onDone), refetch)
}

export const useRefetch = (): (() => void) => useGateway().pages.reloadAll

const refetchThen =
  <Entity>(refetch: () => void, onDone: (entity: Entity) => void) =>
  (entity: Entity) => {
    refetch()
    onDone(entity)
  }
