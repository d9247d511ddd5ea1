import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listedOrigins, webOrigin } from '../../lib/contracts/embedding.ts'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import type { AccessOrganizationDetails } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { developerKey } from './use-access.ts'

/**
 * Returns the typed origins in the form in which browsers send them: lower case, and without the slash that the address
 * bar shows at the end.
 */
const typedOrigins = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((line) => line.replace(/\/$/, '').toLowerCase())
    .filter((line) => line !== '')

function problemOf(origins: readonly string[]): string | null {
  const invalidOrigin = origins.find((origin) => !webOrigin.safeParse(origin).success)
  if (invalidOrigin !== undefined)
    return `“${invalidOrigin}” is not an address like https://clinic.example. Leave out the path.`
  return listedOrigins.safeParse(origins).error?.issues[0]?.message ?? null
}

/** Changes the web addresses that may embed Chartside (product 12.82). */
export function OriginsDialog(props: { access: AccessOrganizationDetails; onClose: () => void }) {
  const { accessId, origins: savedOrigins } = props.access
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const [text, setText] = useState(savedOrigins.join('\n'))
  const origins = typedOrigins(text)
  const problem = problemOf(origins)

  async function save() {
    await client.call(accessEndpoints.changeOwnAccess, { params: { accessId }, body: { origins } })
    toast('success', 'The addresses were saved.')
    await queries.invalidateQueries({ queryKey: developerKey })
  }

  return (
    <FormDialog
      opened
      title="Addresses that may embed Chartside"
      action="Save"
      ready={problem === null}
      submit={save}
      onClose={props.onClose}
    >
      <Textarea
        label="Addresses"
        description="One address in each line, for example https://clinic.example. Only web pages at these addresses can show the dictation box and the template editor, and can send sound to be transcribed."
        placeholder="https://clinic.example"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
