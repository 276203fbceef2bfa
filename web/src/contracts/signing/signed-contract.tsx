import { copyByLink } from '@portico/core/contracts/calls'
import { formatMoment } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Card } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { readMailedLink } from '#shell/router/mailed-link.ts'
import { usePage } from '#shell/router/pages.ts'
import { SaveCopy } from './save-copy.tsx'

/** The signed copy, opened from a mailed link (behaviour 10.11). */
export function SignedContract() {
  const [copyId] = useState(() => readMailedLink('copyId'))
  const copy = useCall(copyByLink, { query: { copyId } })
  return (
    <Page narrow>
      <Card>
        <PageHeading>{usePage().title}</PageHeading>
        <Loading of={copy} label="Loading the copy">
          {({ reference, signedBy, signedOn, validatedOn, fileName }) => (
            <>
              <SummaryList
                items={[
                  { term: 'Reference', value: <span className="num">{reference}</span> },
                  { term: 'Signed by', value: signedBy },
                  { term: 'Signed on', value: formatMoment(signedOn) },
                  { term: 'Validated on', value: formatMoment(validatedOn) || 'Not yet. We are reviewing it.' },
                ]}
              />
              <SaveCopy copyId={copyId} fileName={fileName} />
              <p className="soft small">
                The plan has digitally signed this copy. A PDF reader can verify that it was not changed.
              </p>
            </>
          )}
        </Loading>
        <ProviderServices />
      </Card>
    </Page>
  )
}
