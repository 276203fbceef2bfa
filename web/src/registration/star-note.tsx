import { isSaa } from '@portico/core/registration/flow/conditions'
import type { RegistrationModel } from '@portico/core/registration/model'
import { REGISTERED_GROUP_NOTE, REGISTERED_GROUP_STAYS } from '@portico/core/registration/texts/sentences'

/** What the star beside a group means: whoever asks for a lesser role replaces nobody (behaviour 3.4). */
export function StarNote({ model }: { model: RegistrationModel }) {
  return (
    <p className="star-note">
      <span className="star">*</span> {isSaa(model) ? REGISTERED_GROUP_NOTE : REGISTERED_GROUP_STAYS}
    </p>
  )
}
