import { PROVIDER_PATHS } from '@portico/core/constants'
import { formatPhone } from '@portico/core/forms/formats'
import { ROLE_HELP, ROLE_NAMES } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { regByReqId } from '@portico/core/registration/calls'
import { checkRegByStaff } from '@portico/core/registration/forms'
import type { RequestReview } from '@portico/core/registration/model-shapes'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { SAA_SEES } from '@portico/core/registration/texts/sentences'
import { RadioCards } from '#kit/choice.tsx'
import { Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { brand } from '#shell/brands/brand.ts'
import { useScreenForm } from '#shell/forms/screen-form.ts'
import { isGatewayFailure } from '#shell/gateway/gateway.ts'
import { FormScreen } from './form-screen.tsx'
import { Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { TryAgain, useScreenCall } from './use-screen-call.tsx'

/** The provider reviews a request made on their behalf and decides (behaviour 3.13). */
export function RegByStaff(screen: ScreenProps) {
  const { model, dispatch, gateway } = screen
  const lookup = useScreenCall(dispatch, 'requestReply', () => gateway.call(regByReqId, { reqId: model.reqId }))

  if (lookup.reply?.ok) return <Decision screen={screen} review={lookup.reply.entity} />
  return (
    <Frame screen={screen} heading={HEADINGS.regByStaff}>
      {!lookup.reply && <Skeleton lines={6} />}
      {lookup.reply && (
        <>
          <p>
            Questions? Call Provider Services at <span className="num">{brand.providerServicesPhone}</span>.
          </p>
          <div className="actions">
            <a className="start" href={PROVIDER_PATHS.login}>
              Go to the login page
            </a>
            {isGatewayFailure(lookup.reply) && <TryAgain call={lookup} />}
          </div>
        </>
      )}
    </Frame>
  )
}

function Decision({ screen, review }: { screen: ScreenProps; review: RequestReview }) {
  const form = useScreenForm({ acceptStaffReq: screen.model.acceptStaffReq }, checkRegByStaff)
  return (
    <FormScreen
      screen={screen}
      heading={HEADINGS.regByStaff}
      form={form}
      onSend={(answers) => screen.dispatch({ type: 'requestDecided', answers })}
      intro={<Requester review={review} />}
    >
      <RadioCards
        legend="Your decision"
        {...form.field('acceptStaffReq')}
        options={[
          {
            value: 'Y',
            label: 'Accept this request',
            description:
              'You’ll confirm your identity. Then this person gets access, and we’ll email you a confirmation.',
          },
          {
            value: 'N',
            label: 'Reject this request',
            description: 'This person gets no access, and we’ll email them.',
          },
        ]}
      />
    </FormScreen>
  )
}

function Requester({ review }: { review: RequestReview }) {
  const requester = `${review.firstName} ${review.lastName}`
  const phone = [formatPhone(review.phone), review.phoneExt && `ext. ${review.phoneExt}`].filter(Boolean).join(' ')
  return (
    <>
      <p>
        {requester} wants to become the {ROLE_NAMES[review.regRoleSel]} ({review.regRoleSel}) for {review.npiName}, NPI{' '}
        <span className="num">{review.npiId}</span>.
      </p>
      <SummaryList
        across
        items={[
          { term: 'Requested by', value: requester },
          { term: 'Email', value: review.email },
          { term: 'Phone', value: phone },
          { term: 'Requested on', value: formatDay(review.requestedOn) },
          { term: 'Answer by', value: formatDay(review.expiresOn) },
        ]}
      />
      <Note tone={review.replaceSaa ? 'warn' : 'info'} heading={`What an ${review.regRoleSel} can do`}>
        <p>{SAA_SEES}</p>
        <p>{ROLE_HELP[review.regRoleSel]}</p>
        {review.replaceSaa && (
          <p>Someone already has this role. If you accept, that person becomes an Access Administrator (AA).</p>
        )}
      </Note>
    </>
  )
}
