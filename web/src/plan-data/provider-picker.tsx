import type { Call, Description } from '@portico/core/call'
import type { LookupQuery, ProviderOption, ProviderOptions } from '@portico/core/plan-data/shapes'
import { useState } from 'react'
import { TextButton } from '#kit/button.tsx'
import { Typeahead } from '#kit/typeahead.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

type ProviderPickerProps = {
  /** Look-up of the providers that this function covers. */
  call: Call<Description & { query: typeof LookupQuery; entity: typeof ProviderOptions }>
  permId?: string
  /** The chosen provider. Empty means all of the user's providers. */
  npi: string
  onPick: (npi: string) => void
}

/** Finds one of the user's providers by typing. No choice means all of them. */
export function ProviderPicker({ call, permId, npi, onPick }: ProviderPickerProps) {
  const gateway = useGateway()
  const { field, replaceField, pick } = usePickerField(npi, onPick)
  // A URL names a provider only by NPI.
  const lookedUp = useCall(call, {
    query: { permId, search: field.npi },
    cached: true,
    enabled: field.npi !== '' && field.option === null,
  })
  if (field.npi !== '' && field.option === null && lookedUp.state === 'ready')
    replaceField(
      field.npi,
      lookedUp.entity.find((option) => option.npi === field.npi) ?? { ...UNNAMED, npi: field.npi },
    )

  const loadOptions = async (typed: string) => {
    const reply = await gateway.lookUp(call, { permId, search: typed }, { typeahead: true })
    return reply.ok ? reply.entity : []
  }
  const showAll = () => {
    replaceField('', null)
    onPick('')
  }
  return (
    <div className="picker">
      <Typeahead<ProviderOption>
        key={field.round}
        label="Provider"
        name="provider"
        hint="Enter an NPI or name, or leave blank for all your providers"
        loadOptions={loadOptions}
        optionText={({ name, npi }) => (name ? `${name} (NPI ${npi})` : `NPI ${npi}`)}
        onSelect={pick}
        {...(field.option ? { initial: field.option } : {})}
      />
      {field.npi && <TextButton onClick={showAll}>Show all my providers</TextButton>}
    </div>
  )
}

const UNNAMED: ProviderOption = { npi: '', name: '', city: '', state: '' }

/** State of the field. A choice by the user shows at once; `replaceField` needs a new field. */
function usePickerField(npi: string, onPick: (npi: string) => void) {
  const [lastNpi, setLastNpi] = useState(npi)
  const [field, setField] = useState<{ npi: string; option: ProviderOption | null; round: number }>({
    npi,
    option: null,
    round: 0,
  })
  const replaceField = (wanted: string, option: ProviderOption | null) =>
    setField({ npi: wanted, option, round: field.round + 1 })
  if (npi !== lastNpi) {
    setLastNpi(npi)
    // Changed from outside, for example by Back.
    if (npi !== field.npi) replaceField(npi, null)
  }
  const pick = (option: ProviderOption | null) => {
    setField({ ...field, npi: option?.npi ?? '', option })
    onPick(option?.npi ?? '')
  }
  return { field, replaceField, pick }
}
