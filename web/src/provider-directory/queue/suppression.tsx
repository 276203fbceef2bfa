import { formatMoment } from '@portico/core/forms/moments'
import { describeSuppression, showProviderAgain, suppressProvider } from '@portico/core/provider-directory/calls'
import { ENTER_REASON } from '@portico/core/provider-directory/sentences'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Note } from '#kit/note.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'

type SuppressionCardProps = { npi: string; onDone: (done: string) => void }

/** Withholds a provider from the published directory, or publishes it again. */
export function SuppressionCard({ npi, onDone }: SuppressionCardProps) {
  const loaded = useCall(describeSuppression, { query: { npi } })
  const [asking, setAsking] = useState(false)
  const finish = (done: string) => () => {
    setAsking(false)
    onDone(done)
  }
  const suppress = useAction(suppressProvider, finish('The provider is no longer in the published directory.'))
  const show = useAction(showProviderAgain, finish('The provider can be published again.'))
  return (
    <Card as="section" aria-labelledby="suppression">
      <h2 id="suppression">Published directory</h2>
      <Loading of={loaded} label="Loading the publication" lines={2}>
        {({ isSuppressed, reason, by, since }) => (
          <>
            {isSuppressed ? (
              <Note tone="warn" heading="Withheld by plan staff">
                <p className="typed">{reason}</p>
                <p className="small">
                  {by}, {formatMoment(since)}
                </p>
              </Note>
            ) : (
              <p className="soft">Nobody has withheld this provider.</p>
            )}
            <Button look="line" onClick={() => setAsking(true)}>
              {isSuppressed ? 'Publish again' : 'Withhold from the directory'}
            </Button>
            {asking && !isSuppressed && (
              <ReasonDialog
                heading="Withhold this provider?"
                save={suppress}
                buildBody={(text) => ({ npi, reason: text })}
                label="Withhold"
                danger
                reason="required"
                hint="Only plan staff can see this."
                missing={ENTER_REASON}
                onClose={() => setAsking(false)}
              >
                <p>Members, the files and other systems stop showing the provider at once.</p>
              </ReasonDialog>
            )}
            {asking && isSuppressed && (
              <ReasonDialog
                heading="Publish this provider again?"
                save={show}
                buildBody={() => ({ npi })}
                label="Publish again"
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )}
      </Loading>
    </Card>
  )
}
