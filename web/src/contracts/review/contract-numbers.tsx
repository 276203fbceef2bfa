import { countContracts } from '@portico/core/contracts/calls'
import type { ContractCounts } from '@portico/core/contracts/shapes'
import { Tiles } from '#kit/tiles.tsx'
import { ageOf } from '#shell/console/due.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

/** Contract figures for the console's home page. */
export function ContractNumbers() {
  const counts = useCall(countContracts)
  return (
    <Loading of={counts} label="Loading the numbers" lines={2}>
      {(numbers) => <ContractTiles counts={numbers} />}
    </Loading>
  )
}

export function ContractTiles({ counts }: { counts: ContractCounts }) {
  return (
    <Tiles
      tiles={[
        { label: 'waiting', value: counts.waiting },
        { label: 'oldest', value: ageOf(counts.oldest) },
        { label: 'validated this week', value: counts.validatedThisWeek },
        { label: 'returned this week', value: counts.returnedThisWeek },
      ]}
    />
  )
}
