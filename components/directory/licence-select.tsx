import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { licenseEndpoints } from '../../lib/contracts/endpoints/licenses.ts'
import type { License } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { useSharedPorts } from '../ports.tsx'
import { leftWords, periodWords } from './licence-words.ts'
import { useDirectory } from './use-directory.ts'

const isOver = ({ endsAt }: License) => endsAt !== undefined && Date.parse(endsAt) <= Date.now()
/** A short label. On a phone, a longer one would be cut off. */
const labelOf = (one: License) => `${one.product} · ${leftWords(one.credits.document, 'notes')}`

interface LicenceSelectProps {
  /** Null: the seat has no licence of its own. */
  value: string | null
  onChange: (licenseId: string | null) => void
}

/** Chooses the licence that pays for a seat (product 12.21). Only for people who may list the licences. */
export function LicenceSelect({ value, onChange }: LicenceSelectProps) {
  const { client } = useSharedPorts()
  const { directoryId } = useDirectory()
  const { data, isError } = useQuery({
    queryKey: ['licences', directoryId, 'select'],
    queryFn: ({ signal }) =>
      client.call(
        licenseEndpoints.listDirectoryLicenses,
        { params: { directoryId }, query: { limit: limits.pageSizeMax } },
        { signal },
      ),
  })
  const all = data?.items ?? []
  const licenceOptions = all.filter((one) => one.licenseId === value || !isOver(one))
  // The licence that is set now must be an option, even if it is not in the list. The list contains only the newest
  // licences, and it is empty if it could not be loaded.
  const licence = licenceOptions.find(({ licenseId }) => licenseId === value)
  const isMissing = value !== null && licence === undefined
  if (data && licenceOptions.length === 0 && !isMissing) return null
  return (
    <NativeSelect
      label="Licence"
      description={`While the chosen licence is active, the notes of this person use only its credits.${licence === undefined ? '' : ` Period: ${periodWords(licence)}.`}`}
      disabled={data === undefined}
      error={isError ? 'The licences could not be loaded. The licence of this seat stays as it is.' : undefined}
      data={[
        { value: '', label: 'Every licence of the organisation' },
        ...(isMissing ? [{ value, label: 'The present licence' }] : []),
        ...licenceOptions.map((one) => ({ value: one.licenseId, label: labelOf(one) })),
      ]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
