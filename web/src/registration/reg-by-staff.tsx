import { PROVIDER_PATHS, REGISTRATION_CALLS } from '@portico/core/constants'
import type { RequestReview } from '@portico/core/registration/api'
import { formatPhone } from '@portico/core/registration/formats'
import { checkRegByStaff } from '@portico/core/registration/forms'
import { BUTTONS, FIX_ERRORS, HEADINGS, ROLE_HELP, ROLE_NAMES } from '@portico/core/registration/messages'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { RadioCards } from '../kit/choice.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { formatDay } from '../kit/format-day.ts'
import { Note } from '../kit/note.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import { brand } from '../shell/brand.ts'
import { useScreenForm } from '../shell/screen-form.ts'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

/** The provider looks at who asks in their name, and decides (spec section 4, point 12). */
export function RegByStaff(screen: ScreenProps) {
  const { model, dispatch, gateway } = screen
  const [review, setReview] = useState<RequestReview>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is looked up when the screen opens, and only then
  useEffect(() => {
    let here = true
    void gateway.get<RequestReview>(REGISTRATION_CALLS.regByReqId, { reqId: model.reqId }).then((reply) => {
      if (!here) return
      if (reply.ok) setReview(reply.entity)
      dispatch({ type: 'requestReply', reply })
    })
    return () => {
      here = false
    }
  }, [])

  if (!review) {
    return (
      <Frame screen={screen} heading={HEADINGS.regByStaff}>
        {screen.message === '' && <Skeleton lines={6} />}
        {screen.message !== '' && (
          <>
            <p>
              Questions? Call Provider Services at <span className="num">{brand.providerServicesPhone}</span>.
            </p>
            <p>
              <a href={PROVIDER_PATHS.login}>Go to the login page</a>
            </p>
          </>
        )}
      </Frame>
    )
  }
  return <Decision screen={screen} review={review} />
}

function Decision({ screen, review }: { screen: ScreenProps; review: RequestReview }) {
  const form = useScreenForm({ acceptStaffReq: screen.model.acceptStaffReq }, checkRegByStaff)
  const submit = form.onValid((answers) => screen.dispatch({ type: 'requestDecided', answers }))
  const requester = `${review.firstName} ${review.lastName}`
  return (
    <Frame screen={screen} heading={HEADINGS.regByStaff} bad={form.bad}>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      <p>
        {requester} asks to become the {ROLE_NAMES[review.regRoleSel]} ({review.regRoleSel}) for {review.npiName}, NPI{' '}
        <span className="num">{review.npiId}</span>.
      </p>
      <SummaryList
        across
        items={[
          { term: 'Who asks', value: requester },
          { term: 'Email', value: review.email },
          {
            term: 'Phone',
            value: [formatPhone(review.phone), review.phoneExt && `ext. ${review.phoneExt}`].filter(Boolean).join(' '),
          },
          { term: 'Asked on', value: formatDay(review.requestedOn) },
          { term: 'Answer by', value: formatDay(review.expiresOn) },
        ]}
      />
      <Note tone={review.replaceSaa ? 'warn' : 'info'} heading={`What an ${review.regRoleSel} can do`}>
        <p>{ROLE_HELP[review.regRoleSel]}</p>
        {review.replaceSaa && (
          <p>Somebody already has this role. If you accept, that person becomes an Access Administrator (AA).</p>
        )}
      </Note>
      <form noValidate onSubmit={submit}>
        <RadioCards
          legend="Your decision"
          name="acceptStaffReq"
          error={form.errors.acceptStaffReq}
          input={form.register('acceptStaffReq')}
          options={[
            {
              value: 'Y',
              label: 'Accept this request',
              description: 'You will answer a few identity questions; then access is given.',
            },
            {
              value: 'N',
              label: 'Reject this request',
              description: 'No access is given, and we tell the person who asked.',
            },
          ]}
        />
        <Actions screen={screen}>
          <Button type="submit" busy={screen.busy}>
            {BUTTONS.continue}
          </Button>
        </Actions>
      </form>
    </Frame>
  )
}
