import { EMAIL_MAX, NAME_MAX, PROVIDER_PATHS } from '@portico/core/constants'
import { askForSignature, startSigning } from '@portico/core/contracts/calls'
import { checkSignatory } from '@portico/core/contracts/forms'
import { type ReactNode, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Alert } from '../../kit/note.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { useSave } from '../gateway/use-save.ts'
import { CheckedForm } from './checked-form.tsx'
import { useScreenForm } from './screen-form.ts'

type SigningChoiceProps = {
  /** Without it the newest request that waits for a contract. */
  reference?: string
  /** Somebody is asked already: another person takes their place. */
  isReplacement?: boolean
  /** Waits until somebody is signed in, where that is under way. */
  beforeSend?: () => Promise<unknown>
  onSent: (message: string) => void
}

/** The quick ways to a signed contract (behaviour 10.6): on this screen, or by somebody else on theirs. */
export function SigningChoice({ reference, isReplacement = false, beforeSend, onSent }: SigningChoiceProps) {
  const [dialogOpen, setDialogOpen] = useState(false)
  const contract = reference ? { reference } : {}
  const start = useSave(startSigning, ({ signId }) =>
    location.assign(`${PROVIDER_PATHS.signContract}?signId=${signId}`),
  )
  const signNow = async () => {
    await beforeSend?.()
    await start.send(contract)
  }
  return (
    <>
      {start.refusal && <Alert>{start.refusal.entity.message}</Alert>}
      <div className="row">
        <Button look={isReplacement ? 'line' : 'main'} busy={start.busy} onClick={() => void signNow()}>
          Sign online now
        </Button>
        <Button look="line" onClick={() => setDialogOpen(true)}>
          {isReplacement ? 'Ask someone else' : 'Ask someone to sign'}
        </Button>
      </div>
      {dialogOpen && (
        <SignatoryDialog
          contract={contract}
          beforeSend={beforeSend}
          onClose={() => setDialogOpen(false)}
          onSent={(message) => {
            setDialogOpen(false)
            onSent(message)
          }}
        />
      )}
    </>
  )
}

type SignatoryDialogProps = {
  contract: { reference?: string }
  beforeSend: (() => Promise<unknown>) | undefined
  onClose: () => void
  onSent: (message: string) => void
}

const EMPTY_SIGNATORY = { name: '', title: '', email: '', confirmEmail: '' }

function SignatoryDialog({ contract, beforeSend, onClose, onSent }: SignatoryDialogProps) {
  const form = useScreenForm(EMPTY_SIGNATORY, checkSignatory)
  const ask = useSave(askForSignature, () =>
    onSent(`We emailed ${form.getValues('name')} a link to sign. The email says when the link expires.`),
  )
  const send = async (values: typeof EMPTY_SIGNATORY) => {
    await beforeSend?.()
    await ask.send({ ...contract, ...values })
  }
  return (
    <Dialog
      open
      heading="Ask someone to sign"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="ask-to-sign" busy={ask.busy}>
            Send the contract
          </Button>
        </>
      }
    >
      <CheckedForm form={form} id="ask-to-sign" message={ask.refusal?.entity.message} intro={INTRO} onSend={send}>
        <TextField label="Name" autoComplete="off" maxLength={NAME_MAX} {...form.field('name')} />
        <TextField
          label="Title"
          hint="For example Medical Director"
          autoComplete="off"
          maxLength={NAME_MAX}
          {...form.field('title')}
        />
        <TextField label="Email" type="email" autoComplete="off" maxLength={EMAIL_MAX} {...form.field('email')} />
        <TextField
          label="Confirm email"
          type="email"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          {...form.field('confirmEmail')}
        />
      </CheckedForm>
    </Dialog>
  )
}

const INTRO: ReactNode = (
  <p>
    We’ll email a link to someone authorized to sign for the provider. They don’t need an account, and it takes a few
    minutes.
  </p>
)
