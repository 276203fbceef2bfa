import { formatDay } from '@portico/core/forms/moments'
import './signing.css'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { declineSigning, openSigning } from '@portico/core/contracts/calls'
import { DECLINE_REASON_NEEDED } from '@portico/core/contracts/signing-sentences'
import type { ShownContract } from '@portico/core/contracts/signing-shapes'
import { useEffect, useState } from 'react'
import { LinkButton, TextButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useRead } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '#shell/router/mailed-link.ts'
import { usePage } from '#shell/router/pages.ts'
import { ContractText } from './contract-text.tsx'
import { SaveCopy } from './save-copy.tsx'
import { SignForm } from './sign-form.tsx'

type Outcome = { signed: string } | 'declined'

/** Opened from a mailed link, without an account: contract, code, signature (behaviour 10.8). */
export function SignContract() {
  const [signId] = useState(() => readMailedLink('signId'))
  useEffect(() => clearMailedLink, [])
  const gateway = useGateway()
  const shown = useRead([openSigning.path, signId], () => gateway.call(openSigning, { signId }), {
    dropOnUnmount: true,
  })
  const [outcome, setOutcome] = useState<Outcome>()
  const [changed, setChanged] = useState('')
  const startOver = (sentence: string) => {
    setChanged(sentence)
    shown.reload()
  }
  const own = shown.state === 'ready' && shown.entity.own
  const { title } = usePage()
  if (outcome) return <AllDone outcome={outcome} own={own} />
  return (
    <Page narrow>
      <div className="stack">
        <PageHeading>{title}</PageHeading>
        {changed && <Alert key={changed}>{changed}</Alert>}
        {shown.state === 'ready' ? (
          <Contract
            key={shown.entity.documentHash}
            {...{ signId, startOver }}
            contract={shown.entity}
            onDone={setOutcome}
          />
        ) : (
          <Card>
            <Loading of={shown} label="Loading the contract">
              {() => null}
            </Loading>
            <ProviderServices />
          </Card>
        )}
      </div>
    </Page>
  )
}

type ContractProps = {
  signId: string
  contract: ShownContract
  startOver: (sentence: string) => void
  onDone: (outcome: Outcome) => void
}

function Contract({ signId, contract, startOver, onDone }: ContractProps) {
  const [declining, setDeclining] = useState(false)
  const decline = useSave(declineSigning, () => onDone('declined'))
  return (
    <>
      <Card>
        <p className="lede">
          {contract.own ? (
            'You’re signing for the provider. Read the contract, confirm your email address, and sign.'
          ) : (
            <>
              <b>{contract.requester}</b> asks you to sign this contract. It makes {contract.requester} responsible for
              who can use the provider portal.
            </>
          )}
        </p>
        <p className="soft">
          Reference <span className="num">{contract.reference}</span>. You can sign until{' '}
          {formatDay(contract.expiresOn)}.
        </p>
        <p>
          <a href="#sign-here">Go to the signature</a>
        </p>
      </Card>
      <ContractText contract={contract} signId={signId} />
      <TitledCard id="sign-here" heading="Sign">
        <SignForm
          signId={signId}
          contract={contract}
          onSigned={(copyId) => onDone({ signed: copyId })}
          onChanged={startOver}
        />
        <p className="decline">
          Not you, or something is wrong? <TextButton onClick={() => setDeclining(true)}>Decline to sign</TextButton>
        </p>
      </TitledCard>
      {declining && (
        <ReasonDialog
          heading="Decline to sign?"
          save={decline}
          buildBody={(reason) => ({ signId, reason })}
          label="Decline"
          danger
          reason="required"
          hint={`${contract.requester} will see this.`}
          missing={DECLINE_REASON_NEEDED}
          onClose={() => setDeclining(false)}
        >
          <p>Nothing will be signed, and the link will stop working.</p>
        </ReasonDialog>
      )}
    </>
  )
}

function AllDone({ outcome, own }: { outcome: Outcome; own: boolean }) {
  const isSigned = outcome !== 'declined'
  return (
    <Page narrow>
      <Card key="done">
        <PageHeading>{isSigned ? 'The contract is signed' : 'You declined to sign'}</PageHeading>
        {isSigned ? (
          <>
            <Note tone="ok">
              <p>Thank you. We’ll review the contract and email you when it takes effect.</p>
            </Note>
            <p>We’ve emailed a signed copy to everyone involved. You can also download yours now.</p>
            <SaveCopy copyId={outcome.signed} />
          </>
        ) : (
          <p>Nothing was signed. We sent your reason to the person who asked you. You can close this page.</p>
        )}
        {own && (
          <p>
            <LinkButton look="line" href={PROVIDER_PATHS.status}>
              Go to my status page
            </LinkButton>
          </p>
        )}
        <ProviderServices />
      </Card>
    </Page>
  )
}
