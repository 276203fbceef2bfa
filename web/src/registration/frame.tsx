import './registration.css'
import { FIX_ERRORS, LEVEL_NAMES, ROLE_NAMES } from '@portico/core/forms/messages'
import { canGoBack } from '@portico/core/registration/flow/flow'
import { type Progress, progressOf } from '@portico/core/registration/flow/progress'
import type { RegistrationModel } from '@portico/core/registration/model'
import { BUTTONS } from '@portico/core/registration/texts/messages'
import { signedFormTakes } from '@portico/core/registration/texts/review-promise'
import { SIGNED_FORM_NEEDED } from '@portico/core/registration/texts/sentences'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Card, TitledCard } from '../kit/card.tsx'
import { Alert, Note } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Steps } from '../kit/steps.tsx'
import { type SummaryItem, SummaryList } from '../kit/summary-list.tsx'
import { Tag } from '../kit/tag.tsx'
import { Page, ProviderServices } from '../shell/layout/layout.tsx'
import type { ScreenProps } from './screen.ts'
import { usePromisedDays } from './use-promised-days.ts'

type FrameProps = {
  screen: ScreenProps
  heading: string
  /** Field errors stand on the screen, so the page's title starts with 'Error: '. */
  bad?: boolean
  children: ReactNode
}

/** What stands around every screen after home: the stages, the card with its heading, what was chosen so far. */
export function Frame({ screen, heading, bad = false, children }: FrameProps) {
  const summary = summariseRegistration(screen.model)
  const progress = progressOf(screen)
  // With field errors the summary says it, until they are mended; two banners would say one thing twice.
  const message = bad || screen.message === FIX_ERRORS ? '' : screen.message
  return (
    <Page aside>
      <Steps stages={progress.stages} current={progress.current} />
      <Card>
        <PageHeading bad={bad || message !== ''}>{heading}</PageHeading>
        {message && <Alert>{message}</Alert>}
        {saysForm(screen, progress) && <SignedFormNote />}
        {children}
      </Card>
      <Beside heading={nameOfSummary(screen)} summary={summary} />
    </Page>
  )
}

/** What was chosen so far, as soon as there is something, and whom to call. */
function Beside({ heading, summary }: { heading: string; summary: SummaryItem[] }) {
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

/** Before the account form is filled in, and where the choice is made that leads to it. */
function saysForm({ route }: ScreenProps, { needsForm, formNext }: Progress): boolean {
  return needsForm && (formNext || route === 'regWith' || route === 'step3')
}

function SignedFormNote() {
  const promisedDays = usePromisedDays()
  return (
    <Note>
      <p>
        <b>{SIGNED_FORM_NEEDED}</b> {signedFormTakes(promisedDays)}
      </p>
    </Note>
  )
}

type ActionsProps = {
  screen: ScreenProps
  /** The main button, after GO BACK. */
  children?: ReactNode
  /** Text of the way back, shown where the flow has one. */
  backLabel?: string
  cancelLabel?: string
}

/** Cancel at the start, GO BACK and the main action at the end; on a phone the main one comes first. */
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
          dispatch({ type: 'cancelled' })
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

/** A provider who was asked, somebody invited and somebody signed in look at something that is no registration. */
function nameOfSummary({ model, asksForMore }: ScreenProps): string {
  if (asksForMore) return 'Your request'
  if (model.reqId || model.acceptStaffReq) return 'This request'
  return model.regType === 'accountActivation' ? 'Your invitation' : 'Your registration'
}

/** 'Your registration': only what is known by now. */
function summariseRegistration(model: RegistrationModel): SummaryItem[] {
  const items: SummaryItem[] = []
  if (model.npiId) items.push({ term: 'NPI', value: <span className="num">{model.npiId}</span> })
  if (model.npiName) items.push({ term: 'Provider', value: model.npiName })
  if (model.regRoleSel) items.push({ term: 'Role', value: ROLE_NAMES[model.regRoleSel] })
  if (model.regType && model.regType !== 'accountActivation') {
    items.push({ term: 'Level', value: LEVEL_NAMES[model.regType] })
  }
  if (model.identifyFound) items.push({ term: 'Identity', value: <Tag tone="ok">Verified</Tag> })
  return items
}
