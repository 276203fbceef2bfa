import { isSaa } from '@portico/core/registration/conditions'
import type { RegistrationModel } from '@portico/core/registration/model'
import { REGISTERED_GROUP_NOTE, REGISTERED_GROUP_STAYS } from '@portico/core/registration/texts/sentences'

/** Explains the star beside a group. AA and AU do not replace the SAA (behaviour 3.4). */
export function StarNote({ model }: { model: RegistrationModel }) {
  return (
    <p className="star-note">
      <span className="star">*</span> {isSaa(model) ? REGISTERED_GROUP_NOTE : REGISTERED_GROUP_STAYS}
    </p>
  )
}
