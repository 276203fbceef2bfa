import { listMyRequests } from '@portico/core/access/calls'
import { contractFileName } from '@portico/core/constants'
import { endWithPeriod } from '@portico/core/forms/formats'
import { GENERIC } from '@portico/core/forms/messages'
import { regContract } from '@portico/core/registration/calls'
import {
  type ConfirmationVariant,
  confirmationVariant,
  findChangeSinceSubmission,
  signsOnInBackground,
} from '@portico/core/registration/conditions'
import type { Contract as ContractFile } from '@portico/core/registration/shapes'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { CONTRACT_NEXT } from '@portico/core/registration/texts/sentences'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { saveBase64Pdf } from '#shell/forms/save-file.ts'
import { SigningChoice } from '#shell/forms/signing-choice.tsx'
import { isGatewayFailure, type Reply } from '#shell/gateway/gateway.ts'
import { useRefreshUser } from '#shell/layout/public-layout.tsx'
import { signOnInBackground } from '#shell/session/sign-on.ts'
import { hasSignedInCookie } from '#shell/session/signed-in-cookie.ts'
import { ChosenScope } from './chosen-scope.tsx'
import { Frame } from './frame.tsx'
import { Receipt } from './receipt.tsx'
import type { ScreenProps } from './screen.ts'
import { HEADING_OF_CHANGE, SubmissionStatus } from './submission-status.tsx'

const HEADING_OF: Record<ConfirmationVariant, string> = {
  success: 'Registration successful',
  pending: HEADINGS.requestPending,
  contract: HEADINGS.signAndReturn,
}

/** The three confirmations (behaviour 3.15, 4.32). */
export function RegConf(screen: ScreenProps) {
  const variant = confirmationVariant(screen.model)
  const since = findChangeSinceSubmission(screen.model)
  const portal = useBackgroundSignOn(screen)
  if (since !== 'nothing') {
    return (
      <Frame screen={screen} heading={HEADING_OF_CHANGE[since]}>
        <SubmissionStatus model={screen.model} />
        <ChosenScope model={screen.model} />
        <NextAction screen={screen} portal={portal} />
        <Receipt gateway={screen.gateway} />
      </Frame>
    )
  }
  return (
    <Frame screen={screen} heading={HEADING_OF[variant]}>
      {variant === 'success' && <Success screen={screen} portal={portal} />}
      {variant === 'pending' && <Pending screen={screen} />}
      {variant === 'contract' && <Contract screen={screen} portal={portal} />}
      <Receipt gateway={screen.gateway} />
    </Frame>
  )
}

/** A signed-in user goes to the portal (or the status page, without access); a pending user to the login page. */
function NextAction({ screen: { model, dispatch }, portal }: SignedOnProps) {
  if (confirmationVariant(model) === 'pending') {
    return (
      <div className="actions">
        <Button onClick={() => dispatch({ type: 'closed' })}>{BUTTONS.close}</Button>
      </div>
    )
  }
  return (
    <div className="actions">
      <Button busy={portal.opening} onClick={portal.open}>
        {findChangeSinceSubmission(model) === 'active' ? BUTTONS.accessSecurePortal : 'Go to my status page'}
      </Button>
    </div>
  )
}

/** Opens the portal once the background sign-on has finished. */
type PortalEntry = { opening: boolean; open: () => void; signedOn: () => Promise<void>; isSignedOn: boolean }

/**
 * Signs on once with the new credentials; an activation has already signed on. Opening the portal waits for the sign-on,
 * because leaving the page would abort it and the portal would ask for the password again.
 */
function useBackgroundSignOn({ model, gateway, dispatch }: ScreenProps): PortalEntry {
  const [opening, setOpening] = useState(false)
  const [isSignedOn, setIsSignedOn] = useState(false)
  const signedOn = useRef(Promise.resolve())
  const signsOn = confirmationVariant(model) !== 'pending'
  const signOn = useEffectEvent(async () => {
    // After a reload the password is gone, but the session exists.
    if (signsOnInBackground(model) && model.password !== '')
      await signOnInBackground(gateway, model.userName, model.password)
  })
  const refreshUser = useEffectEvent(useRefreshUser())
  useEffect(() => {
    if (!signsOn) return
    signedOn.current = signOn()
    void signedOn.current.then(() => {
      setIsSignedOn(hasSignedInCookie())
      refreshUser()
    })
  }, [signsOn])
  const open = () => {
    setOpening(true)
    void signedOn.current.then(() => dispatch({ type: 'portalOpened' }))
  }
  return { opening, open, signedOn: () => signedOn.current, isSignedOn }
}

type SignedOnProps = { screen: ScreenProps; portal: PortalEntry }

function Success({ screen: { model }, portal }: SignedOnProps) {
  return (
    <>
      <Note tone="ok">
        <p>
          {model.regType === 'accountActivation'
            ? 'Your account is complete, and you are signed in.'
            : `You are now the Senior Access Administrator (SAA) for ${endWithPeriod(model.npiName)}`}
        </p>
      </Note>
      {model.npiId && (
        <SummaryList
          across
          items={[
            { term: 'NPI', value: <span className="num">{model.npiId}</span> },
            ...(model.userName ? [{ term: 'User name', value: model.userName }] : []),
          ]}
        />
      )}
      <h2 className="after-summary">What you can do now</h2>
      <ul className="ticks">
        <li>You are signed in. Open the portal with the button below.</li>
        {model.regType !== 'accountActivation' && (
          <li>
            You decide who else gets access. You can create Access Administrators (AA) and Access Users (AU) at any
            time.
          </li>
        )}
        <li>We emailed you a confirmation. Keep it for your records.</li>
      </ul>
      <div className="actions">
        <Button busy={portal.opening} onClick={portal.open}>
          {BUTTONS.accessSecurePortal}
        </Button>
      </div>
    </>
  )
}

function Pending({ screen: { model, dispatch } }: { screen: ScreenProps }) {
  return (
    <>
      <Note>
        <p>We sent your request to the people who approve access for:</p>
      </Note>
      <ChosenScope model={model} />
      <h2>What happens next</h2>
      <ol className="numbered">
        <li>Confirm your email address with the link we sent to {model.email}.</li>
        <li>They accept or reject your request, and we’ll email you.</li>
        <li>Until then you can sign in{model.userName && ` as ${model.userName}`} to check the status.</li>
      </ol>
      <div className="actions">
        <Button onClick={() => dispatch({ type: 'closed' })}>{BUTTONS.close}</Button>
      </div>
    </>
  )
}

/** On this path the signed form is the proof. */
function Contract({ screen: { model, gateway }, portal }: SignedOnProps) {
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const canSignOnline = useSigningOffer(gateway, portal.isSignedOn)

  const download = async () => {
    setBusy(true)
    const reply = await gateway.call(regContract)
    setBusy(false)
    setProblem(problemOf(reply))
    if (!reply.ok || reply.entity.regContract === '') return
    setReference(reply.entity.reference)
    saveBase64Pdf(reply.entity.regContract, contractFileName(model.npiId))
  }
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {model.submissionStatus?.contract === 'RETURNED' ? <SubmissionStatus model={model} /> : <p>{CONTRACT_NEXT}</p>}
      <ChosenScope model={model} />
      {canSignOnline && <SignOnline before={portal.signedOn} />}
      <h2 className="after-summary">{canSignOnline ? 'Or sign' : 'Sign'} on paper in three steps</h2>
      <ol className="numbered">
        <li>Download the form and print it. Your details are filled in.</li>
        <li>Have it signed by the provider, or by someone authorized to sign for the group or organization.</li>
        <li>
          Upload the signed form on your status page, or return it by mail or fax. The form shows the address and
          number.
        </li>
      </ol>
      <div role="status">
        {reference && (
          <Note tone="ok">
            <p>
              Saved as <b className="file-name">{contractFileName(model.npiId)}</b>. Your reference number is{' '}
              <b className="reference">{reference}</b>.
            </p>
          </Note>
        )}
      </div>
      <div className="actions">
        <Button look="line" busy={portal.opening} onClick={portal.open}>
          Go to my status page
        </Button>
        <Button busy={busy} onClick={download}>
          {BUTTONS.downloadPdf}
        </Button>
      </div>
    </>
  )
}

function SignOnline({ before }: { before: () => Promise<void> }) {
  const [sentText, setSentText] = useState('')
  return (
    <>
      <h2>Sign online</h2>
      {sentText ? (
        <Alert tone="ok">{sentText} Your status page shows each step.</Alert>
      ) : (
        <p>
          Takes a few minutes. Sign now if you’re authorized to sign for the provider, or email the contract to someone
          who is.
        </p>
      )}
      <SigningChoice beforeSend={before} isReplacement={sentText !== ''} onSent={setSentText} />
    </>
  )
}

/** Without the plan's certificate only paper is accepted (behaviour 10.6); the server says so once the user is signed in. */
function useSigningOffer(gateway: ScreenProps['gateway'], isSignedIn: boolean): boolean {
  const [isOffered, setOffered] = useState(true)
  const loadOffer = useEffectEvent(async () => {
    const mine = await gateway.call(listMyRequests)
    if (mine.ok) setOffered(mine.entity.some(({ canSignOnline }) => canSignOnline))
  })
  useEffect(() => {
    if (isSignedIn) void loadOffer()
  }, [isSignedIn])
  return isOffered
}

/** The generic text for a missing contract (behaviour 10.2); otherwise the text of the gateway or of the rate limit. */
function problemOf(reply: Reply<ContractFile>): string {
  if (!reply.ok && (isGatewayFailure(reply) || reply.entity.messageCode === 'flood')) return reply.entity.message
  return reply.ok && reply.entity.regContract !== '' ? '' : GENERIC
}
