import { replacedGroups } from '@portico/core/registration/selection'
import { CHOICE_NOTE } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS, IS_THIS_CORRECT } from '@portico/core/registration/texts/messages'
import { Button } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { ChosenScope } from './chosen-scope.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

export function RegChoice(screen: ScreenProps) {
  const { model, dispatch } = screen
  const replaced = replacedGroups(model)
  return (
    <Frame screen={screen} heading={HEADINGS.regChoice}>
      <h2>{IS_THIS_CORRECT}</h2>
      <ChosenScope model={model} />
      {replaced.length > 0 && (
        <Note tone="warn" heading="You will replace the current SAA">
          <p>
            {replaced.map((group) => group.name).join(', ')}: {replaced.length === 1 ? 'this group' : 'these groups'}{' '}
            already {replaced.length === 1 ? 'has' : 'have'} a Senior Access Administrator. When your registration
            completes, you become the SAA and that person becomes an Access Administrator (AA).
          </p>
        </Note>
      )}
      <Note>
        <p>{CHOICE_NOTE}</p>
      </Note>
      <Actions screen={screen} backLabel={BUTTONS.noGoBack} cancelLabel={BUTTONS.cancel}>
        <Button onClick={() => dispatch({ type: 'choiceConfirmed' })}>{BUTTONS.yesContinue}</Button>
      </Actions>
    </Frame>
  )
}
