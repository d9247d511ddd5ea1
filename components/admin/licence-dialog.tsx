import { NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import { productEndpoints } from '../../lib/contracts/endpoints/products.ts'
import type { AdministeredLicense } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { OwnerSelect } from './owner-select.tsx'

export const licencesKey = ['admin', 'licenses'] as const

/** Returns the number of an input, or null (no limit) if the input is empty. */
const limitOf = (input: number | string): number | null => (typeof input === 'number' ? input : null)
/** The end of a day in the person's own time zone. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString()
const dayOf = (at: string | undefined): string => (at === undefined ? '' : new Date(at).toLocaleDateString('sv'))

interface LicenceDialogProps {
  /** Null: a new licence. */
  license: AdministeredLicense | null
  onClose: () => void
}

export function LicenceDialog({ license, onClose }: LicenceDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const products = useQuery({
    queryKey: ['products'],
    queryFn: ({ signal }) => client.call(productEndpoints.listProducts, {}, { signal }),
  })
  const [kind, setKind] = useState<'directory' | 'user'>('directory')
  const [owner, setOwner] = useState<string | null>(null)
  const [product, setProduct] = useState(license?.product ?? null)
  const [documents, setDocuments] = useState<number | string>(license?.credits.document.limit ?? '')
  const [sessions, setSessions] = useState<number | string>(license?.credits.session.limit ?? '')
  const [end, setEnd] = useState(dayOf(license?.endsAt))

  function choose(productId: string | null) {
    const product = products.data?.products.find((one) => one.productId === productId)
    setProduct(productId)
    setDocuments(product?.credits.document ?? '')
    setSessions(product?.credits.session ?? '')
  }

  async function save() {
    const limits = {
      documentLimit: limitOf(documents),
      sessionLimit: limitOf(sessions),
      endsAt: end === '' ? null : endOfDay(end),
    }
    if (license !== null) {
      await client.call(adminEndpoints.changeLicense, { params: { licenseId: license.licenseId }, body: limits })
    } else if (product !== null && owner !== null) {
      const body = { ...limits, product, ...(kind === 'directory' ? { directoryId: owner } : { userId: owner }) }
      await client.call(adminEndpoints.grantLicense, { body }, { idempotencyKey: attempt.of(body) })
    }
    toast('success', license === null ? 'The licence was granted.' : 'The licence was saved.')
    await queries.invalidateQueries({ queryKey: licencesKey })
  }

  return (
    <FormDialog
      opened
      title={license === null ? 'Grant a licence' : `Edit the licence of ${license.ownerName ?? 'a deleted owner'}`}
      action={license === null ? 'Grant' : 'Save'}
      ready={license !== null || (product !== null && owner !== null)}
      submit={save}
      onClose={onClose}
    >
      {license === null && (
        <>
          <Stack gap={4}>
            <Text fw={500} id="licence-for">
              For
            </Text>
            <SegmentedControl
              aria-labelledby="licence-for"
              data={[
                { value: 'directory', label: 'An organisation' },
                { value: 'user', label: 'A person' },
              ]}
              value={kind}
              onChange={(value) => {
                setKind(value as 'directory' | 'user')
                setOwner(null)
              }}
            />
          </Stack>
          <OwnerSelect key={kind} kind={kind} value={owner} onChange={setOwner} />
          <Select
            label="Product"
            data={(products.data?.products ?? []).map(({ productId, name }) => ({ value: productId, label: name }))}
            value={product}
            onChange={choose}
            allowDeselect={false}
          />
        </>
      )}
      <NumberInput
        label="Notes"
        description="How many notes can be written. If you leave this empty, there is no limit."
        min={0}
        allowDecimal={false}
        value={documents}
        onChange={setDocuments}
      />
      <NumberInput
        label="Sessions"
        description="Empty: no limit."
        min={0}
        allowDecimal={false}
        value={sessions}
        onChange={setSessions}
      />
      <TextInput
        label="Last day"
        description="If you leave this empty, the licence does not end."
        type="date"
        value={end}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
