import { STATUS } from '@portico/core/constants'
import { confirmCode } from '@portico/core/members/calls'
import { checkMemberCode } from '@portico/core/members/forms'
import { MEMBER_CODE_DIGITS } from '@portico/core/members/limits'
import { CODE_SENT, NO_CODE } from '@portico/core/members/sentences'
import type { ConfirmedMember } from '@portico/core/members/shapes'
import { useMemo } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { DigitsField } from '#kit/text-field.tsx'
import { brand } from '#shell/brands/brand.ts'
import { memberServicesTel } from '#shell/brands/member-services.tsx'
import { CheckedForm } from '#shell/forms/checked-form.tsx'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { useSave } from '#shell/gateway/use-save.ts'

type CodeStepProps = {
  onConfirmed: (member: ConfirmedMember) => void
  /** The code expired or was tried too often. Start again. */
  onRestart: (message: string) => void
}

/** Always the same text, so that it does not reveal whether a mail was sent. */
export function CodeStep({ onConfirmed, onRestart }: CodeStepProps) {
  const save = useSave(confirmCode, onConfirmed, (refusal) => {
    if (RESTART_STATUSES.includes(refusal.status)) onRestart(refusal.entity.message)
  })
  const wrong = save.refusal?.status === STATUS.notFound ? save.refusal.entity.message : undefined
  const serverErrors = useMemo(() => (wrong ? { code: wrong } : {}), [wrong])
  const form = useScreenForm({ code: '' }, checkMemberCode, serverErrors)
  return (
    <>
      <PageHeading bad={form.bad || save.refusal !== null}>Enter your code</PageHeading>
      <CheckedForm
        form={form}
        message={wrong ? undefined : save.refusal?.entity.message}
        intro={
          <Note>
            <p>{CODE_SENT}</p>
          </Note>
        }
        onSend={(values) => void save.send(values)}
      >
        <DigitsField
          label="Code"
          hint="Enter the 6 digits from our email. The code expires in 15 minutes."
          digits={MEMBER_CODE_DIGITS}
          autoComplete="one-time-code"
          {...form.field('code')}
        />
        <div className="actions">
          <TextButton className="start" onClick={() => onRestart('')}>
            Start again
          </TextButton>
          <Button type="submit" busy={save.busy}>
            Continue
          </Button>
        </div>
      </CheckedForm>
      <p className="soft small after-form">
        {NO_CODE}{' '}
        <a className="nowrap" href={memberServicesTel}>
          {brand.memberServicesPhone}
        </a>
      </p>
    </>
  )
}

const RESTART_STATUSES: number[] = [STATUS.notAcceptable, STATUS.expired, STATUS.badRequest]
