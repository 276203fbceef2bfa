import { PROVIDER_LIST_COLUMNS } from '@portico/core/constants'
import type { Group } from '@portico/core/registration/shapes'
import { BUTTONS, HEADINGS, viewingGroup } from '@portico/core/registration/texts/messages'
import { Button } from '#kit/button.tsx'
import { type Column, DataTable } from '#kit/data-table.tsx'
import { Dialog } from '#kit/dialog.tsx'

type GroupProvider = Group['npiList'][number]

const [npi, name, registered] = PROVIDER_LIST_COLUMNS
const yesNo = (provider: GroupProvider) => (provider.regFlag ? 'Yes' : 'No')

const columns: Column<GroupProvider>[] = [
  { key: 'id', header: npi.title, width: npi.width, kind: 'num', sortBy: true },
  { key: 'name', header: name.title, width: name.width, sortBy: true, breaks: true },
  { key: 'regFlag', header: registered.title, width: registered.width, cell: yesNo, sortBy: yesNo },
]

/** The 'Provider List' popup of regWith: sortable, no search (behaviour 3.4). */
export function ProviderListDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  return (
    <Dialog
      open={group !== null}
      heading={HEADINGS.providerList}
      wide
      onClose={onClose}
      actions={<Button onClick={onClose}>{BUTTONS.close}</Button>}
    >
      {group && (
        <DataTable
          caption={viewingGroup(group.name)}
          columns={columns}
          rows={group.npiList}
          rowKey={(provider) => provider.id}
          initialSort={{ key: 'name', descending: false }}
          empty="This group has no providers."
        />
      )}
    </Dialog>
  )
}
