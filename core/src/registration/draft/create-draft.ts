import { DRAFT_FIELDS } from '../draft-fields.ts'
import { namesOf, pickFields, type RegistrationModel } from '../model.ts'
import type { Draft } from '../model-shapes.ts'
import type { Route } from '../routes.ts'
import { chosenGroups } from '../selection.ts'
import { RESUMABLE_SCREENS } from './draft.ts'

const isResumable = (route: Route): boolean => RESUMABLE_SCREENS.some((left) => left === route)

/** The draft to save; undefined if the screen cannot be resumed, or the saved draft has not been loaded yet. */
export function createDraft(model: RegistrationModel, path: readonly Route[]): (Draft & { npiId: string }) | undefined {
  const last = path.at(-1)
  if (!last || !isResumable(last) || model.npiId === '' || model.returning) return undefined
  return {
    ...pickFields(model, namesOf(DRAFT_FIELDS)),
    npiId: model.npiId,
    path: [...path],
    groups: chosenGroups(model).map((group) => group.id),
    permissions: model.permissionList.flatMap((item) => (item.checked ? item.referenceId : [])),
  }
}
