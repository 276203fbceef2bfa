import './registration.css'
import { FIX_ERRORS, LEVEL_NAMES, ROLE_NAMES } from '@portico/core/forms/messages'
import { canGoBack } from '@portico/core/registration/flow/flow'
import { type Progress, progressOf } from '@portico/core/registration/flow/progress'
import type { RegistrationModel } from '@portico/core/registration/model'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { signedFormTakes } from '@portico/core/registration/texts/review-promise'
import {
  CODE_ALSO_NEEDED,
  IDENTITY_BY_FORM,
  QUESTIONS_ALSO_NEEDED,
  SIGNED_FORM_NEEDED,
} from '@portico/core/registration/texts/sentences'
import type { ReactNode } from 'react'
import { Button } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Steps } from '#kit/steps.tsx'
import { type SummaryItem, SummaryList } from '#kit/summary-list.tsx'
import { Tag } from '#kit/tag.tsx'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import type { ScreenProps } from './screen.ts'
import { useReviewPromise } from './use-review-promise.ts'

type FrameProps = {
  screen: ScreenProps
  heading: string
  /** Field errors are shown, so the page title starts with 'Error: '. */
  bad?: boolean
  children: ReactNode
}

/** Layout of every screen after home: progress bar, card with heading, summary of the choices so far. */
export function Frame({ screen, heading, bad = false, children }: FrameProps) {
  const summary = summarizeRegistration(screen.model)
  const progress = progressOf(screen)
  // The error summary already says FIX_ERRORS; a second banner would repeat it.
  const message = bad || screen.message === FIX_ERRORS ? '' : screen.message
  const isHalfProved = message === CODE_ALSO_NEEDED || message === QUESTIONS_ALSO_NEEDED
  return (
    <Page aside>
      <Steps stages={progress.stages} current={progress.current} open={progress.open} />
      <Card>
        <PageHeading bad={bad || (message !== '' && !isHalfProved)}>{heading}</PageHeading>
        {message && <Alert tone={isHalfProved ? 'ok' : 'bad'}>{message}</Alert>}
        {announcesForm(screen, progress) && (
          <SignedFormNote isProof={progress.stages.includes('Identity') && screen.route === 'step3'} />
        )}
        {children}
      </Card>
      <SidePanel heading={summaryHeading(screen)} summary={summary} />
    </Page>
  )
}

/** Summary of the choices so far, if any, and the number of Provider Services. */
function SidePanel({ heading, summary }: { heading: string; summary: SummaryItem[] }) {
  if (summary.length === 0) {
    return (
      <TitledCard as="aside" id="your-registration" heading="Questions?" quiet>
        <ProviderServices />
      </TitledCard>
    )
  }
  return (
    <TitledCard as="aside" id="your-registration" heading={heading} quiet>
      <SummaryList items={summary} />
      <h2 className="aside-heading">Questions?</h2>
      <ProviderServices />
    </TitledCard>
  )
}

/** Announces the signed form on regWith, on the screen before the account form, and on the form. */
function announcesForm({ route }: ScreenProps, { needsForm, formNext }: Progress): boolean {
  return needsForm && (formNext || route === 'regWith' || route === 'step3')
}

/** `isProof`: the visitor could not prove the identity, so the form does. */
function SignedFormNote({ isProof }: { isProof: boolean }) {
  const promisedDays = useReviewPromise()?.businessDays
  return (
    <Note>
      <p>
        <b>{SIGNED_FORM_NEEDED}</b> {isProof ? IDENTITY_BY_FORM : signedFormTakes(promisedDays)}
      </p>
      {isProof && <p>{signedFormTakes(promisedDays)}</p>}
    </Note>
  )
}

type ActionsProps = {
  screen: ScreenProps
  /** The main button, after GO BACK. */
  children?: ReactNode
  /** Shown only if the flow allows GO BACK. */
  backLabel?: string
  cancelLabel?: string
}

/** Cancel on the left, GO BACK and the main button on the right; on a phone the main button comes first. */
export function Actions({ screen, children, backLabel = BUTTONS.goBack, cancelLabel = 'Cancel' }: ActionsProps) {
  const { route, model, dispatch } = screen
  return (
    <div className="actions">
      <a
        className="start"
        data-cancel
        href={model.cancelRegistrationLink}
        onClick={(event) => {
          event.preventDefault()
          dispatch({ type: 'canceled' })
        }}
      >
        {cancelLabel}
      </a>
      {canGoBack(route, model) && (
        <Button look="line" onClick={() => dispatch({ type: 'goBack' })}>
          {backLabel}
        </Button>
      )}
      {children}
    </div>
  )
}

/** For a deciding provider, an invited person and a signed-in user this is not a registration. */
function summaryHeading({ model, isAdditionalAccess }: ScreenProps): string {
  if (isAdditionalAccess) return 'Your request'
  if (model.reqId || model.acceptStaffReq) return 'This request'
  return model.regType === 'accountActivation' ? 'Your invitation' : 'Your registration'
}

function summarizeRegistration(model: RegistrationModel): SummaryItem[] {
  const items: SummaryItem[] = []
  if (model.npiId) items.push({ term: 'NPI', value: <span className="num">{model.npiId}</span> })
  if (model.npiName) items.push({ term: 'Provider', value: model.npiName })
  if (model.regRoleSel) items.push({ term: 'Role', value: ROLE_NAMES[model.regRoleSel] })
  if (model.regType && model.regType !== 'accountActivation') {
    items.push({ term: 'Level', value: LEVEL_NAMES[model.regType] })
  }
  if (model.identifyFound && !model.returning) items.push({ term: 'Identity', value: <Tag tone="ok">Verified</Tag> })
  return items
}
