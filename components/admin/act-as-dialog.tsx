import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AdministeredUserSummary } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useContinueAs } from './continue-as.tsx'

const longestMinutes = 1440

/** Signs the administrator in as another person for some minutes. The audit log names both people. */
export function ActAsDialog({ user, onClose }: { user: AdministeredUserSummary; onClose: () => void }) {
  const { client } = useSharedPorts()
  const continueAs = useContinueAs()
  const [minutes, setMinutes] = useState<number | string>(60)
  const isWhole = typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 1 && minutes <= longestMinutes
  async function act() {
    const body = { userId: user.userId, expirationMinutes: Number(minutes) }
    await continueAs(await client.call(adminEndpoints.customLogin, { body }))
  }
  return (
    <FormDialog
      opened
      title={`Act as ${user.email}`}
      action="Act as this person"
      ready={isWhole}
      submit={act}
      onClose={onClose}
    >
      <Text>
        You will see and can change everything that this person can. You cannot sign notes or change how this person
        signs in. The audit log records your name and the name of this person. To stop, sign out and sign in with your
        own account.
      </Text>
      <NumberInput
        label="For how long"
        description={`In minutes, 1 to ${longestMinutes}.`}
        min={1}
        max={longestMinutes}
        allowDecimal={false}
        data-autofocus
        value={minutes}
        onChange={setMinutes}
      />
    </FormDialog>
  )
}
