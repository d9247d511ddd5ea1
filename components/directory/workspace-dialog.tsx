import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { workspaceEndpoints } from '../../lib/contracts/endpoints/workspace.ts'
import { limits } from '../../lib/contracts/limits.ts'
import type { WorkspacePeople } from '../../lib/contracts/oauth.ts'
import type { ReturnedErrand } from '../account/errands.ts'
import { useSharedPorts } from '../ports.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { addedWords } from './people-words.ts'
import { useDirectory } from './use-directory.ts'

/** Maximum number of people in the list. More rows would make the dialog slow. A search finds the others. */
const shownMax = 50

interface WorkspaceDialogProps {
  returned: ReturnedErrand
  /** Key of the lists that are loaded again after an invitation. */
  refreshes: readonly unknown[]
  onClose: () => void
}

/** Lists the people of a Google Workspace, and invites those who are ticked. */
export function WorkspaceDialog({ returned: { secret, state }, refreshes, onClose }: WorkspaceDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const { directoryId } = useDirectory()
  const [selection, setSelection] = useState<string[]>([])
  const [seat, setSeat] = useState('Clinician')
  // The secret is valid for one call only, so the list must never be requested a second time.
  const { data, error } = useQuery({
    queryKey: ['workspace', secret],
    queryFn: ({ signal }) => client.call(workspaceEndpoints.listGooglePeople, { body: { secret, state } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  async function invite() {
    const names = new Map(data?.people.map(({ email, name }) => [email, name]))
    const people = selection.map((email, index) => {
      const name = names.get(email)
      return { line: index + 1, email, seat, ...(name === undefined ? {} : { name }) }
    })
    const body = { people, dryRun: false }
    const answer = await client.call(directoryEndpoints.addPeople, { params: { directoryId }, body })
    await queries.invalidateQueries({ queryKey: refreshes })
    const refusedLines = answer.lines.filter(({ outcome }) => outcome === 'refused')
    setSelection(refusedLines.map(({ email }) => email))
    if (refusedLines.length > 0) throw new Error(refusedLines.map(({ email, fault }) => `${email}: ${fault}`).join(' '))
    toast('success', addedWords(answer))
  }

  return (
    <FormDialog
      opened
      title="Invite from Google Workspace"
      action={selection.length === 0 ? 'Invite' : `Invite ${selection.length}`}
      ready={selection.length > 0 && seat.trim() !== ''}
      submit={invite}
      onClose={onClose}
    >
      {error ? (
        <Notice tone="bad" urgent>
          {sentenceOf(error)}
        </Notice>
      ) : data === undefined ? (
        <LoadingCards count={2} height={64} />
      ) : (
        <>
          <People {...data} chosen={selection} onChosen={setSelection} />
          <TextInput
            label="Name of the new seats"
            description="New members may record visits and write their own notes. You can give each of them more permissions later."
            value={seat}
            onChange={(event) => setSeat(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
        </>
      )}
    </FormDialog>
  )
}

interface PeopleProps extends WorkspacePeople {
  chosen: string[]
  onChosen: (emails: string[]) => void
}

function People({ people, more: hasMore, chosen: selection, onChosen }: PeopleProps) {
  const [search, setSearch] = useState('')
  const query = search.trim().toLowerCase()
  const matches = people.filter(({ email, name = '' }) => `${name} ${email}`.toLowerCase().includes(query))
  const hiddenCount = matches.length - shownMax
  const newEmails = matches.filter(({ known: isKnown }) => !isKnown).map(({ email }) => email)
  const others = selection.filter((email) => !newEmails.includes(email))
  const isEvery = newEmails.length > 0 && others.length + newEmails.length === selection.length
  const all = [...others, ...newEmails].slice(0, limits.peopleMax)
  return (
    <Stack gap="sm">
      <TextInput
        label="Part of a name or an email"
        type="search"
        autoComplete="off"
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {newEmails.length > 1 && (
        <Checkbox
          label={query === '' ? `All ${newEmails.length} people` : `All ${newEmails.length} people who were found`}
          checked={isEvery}
          indeterminate={!isEvery && selection.length > 0}
          onChange={() => onChosen(isEvery ? others : all)}
        />
      )}
      <Checkbox.Group label="People" value={selection} onChange={onChosen}>
        <Stack gap="xs" mt="xs">
          {matches.slice(0, shownMax).map(({ email, name, known: isKnown }) => (
            <Checkbox
              key={email}
              value={email}
              label={name ?? email}
              description={isKnown ? `${email}, already here` : name === undefined ? undefined : email}
              disabled={isKnown}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {matches.length === 0 && (
        <Text c="dimmed">Nobody with this name or email was found. Try another part of the name.</Text>
      )}
      {(hiddenCount > 0 || hasMore) && (
        <Text c="dimmed">There are more people. Search for their names to see them.</Text>
      )}
    </Stack>
  )
}
