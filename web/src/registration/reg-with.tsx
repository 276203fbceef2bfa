import { FIX_ERRORS, LEVEL_NAMES } from '@portico/core/forms/messages'
import { isGroupLevel } from '@portico/core/registration/conditions'
import { checkRegWith } from '@portico/core/registration/forms'
import { chooseLevel, describeLevel, leftOutGroups, offeredLevels } from '@portico/core/registration/selection'
import type { Group } from '@portico/core/registration/shapes'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Actions, Frame } from './frame.tsx'
import { GroupList } from './group-list.tsx'
import { LeftOutDialog } from './left-out-dialog.tsx'
import { ProviderListDialog } from './provider-list-dialog.tsx'
import type { ScreenProps } from './screen.ts'

export function RegWith(screen: ScreenProps) {
  const { model, dispatch, update } = screen
  const [attempt, setAttempt] = useState(0)
  const [viewed, setViewed] = useState<Group | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const level = model.regType === 'accountActivation' ? '' : model.regType
  const errorsByField = attempt > 0 ? checkRegWith(model) : {}
  const offered = offeredLevels(model)
  const errors = Object.entries(errorsByField).map(([id, message]) => ({ id, message }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (Object.keys(checkRegWith(model)).length > 0) return
    if (isGroupLevel(model) && leftOutGroups(model).length > 0) setConfirming(true)
    else dispatch({ type: 'levelChosen' })
  }
  return (
    <Frame screen={screen} heading={HEADINGS.regWith} bad={errors.length > 0}>
      <ErrorSummary heading={FIX_ERRORS} errors={errors} attempt={attempt} />
      <p>Choose what your access should cover.</p>
      <form noValidate onSubmit={submit}>
        <RadioCards
          legend="Register as"
          name="regType"
          value={level}
          error={errorsByField.regType}
          options={offered.map((value) => ({
            value,
            label: LEVEL_NAMES[value],
            description: describeLevel(model, value),
          }))}
          onPick={(chosen) => update(chooseLevel(model, chosen))}
        />
        {(level === 'PG' || level === 'PO') && (
          <GroupList
            model={model}
            level={level}
            error={errorsByField.pgGroupMap}
            onChange={(pgGroupMap) => update({ pgGroupMap })}
            onView={setViewed}
          />
        )}
        <Actions screen={screen}>
          <Button type="submit">{BUTTONS.continue}</Button>
        </Actions>
      </form>
      <ProviderListDialog group={viewed} onClose={() => setViewed(null)} />
      <LeftOutDialog
        model={model}
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onGoOn={() => dispatch({ type: 'levelChosen' })}
      />
    </Frame>
  )
}
