import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import type { DirectoryRole } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { dayWords } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './people-dialog.module.css'
import { useDirectory } from './use-directory.ts'

/** Shows the link with which an invited person makes an account and takes the seat (product 12.108). */
export function LinkDialog({ role, onClose }: { role: DirectoryRole; onClose: () => void }) {
  const { client } = useSharedPorts()
  const { directoryId } = useDirectory()
  const { roleId, email } = role
  // Each call makes another link, so the answer is not loaded again while the dialog is open.
  const { data, error } = useQuery({
    queryKey: ['invitation-link', roleId],
    queryFn: ({ signal }) =>
      client.call(directoryEndpoints.createInvitationLink, { params: { directoryId, roleId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const link = data && `${location.origin}/portal/#register=${data.ticket}`
  return (
    <Dialog opened onClose={onClose} title="Link of the invitation">
      {error ? (
        <Notice tone="bad" urgent>
          {sentenceOf(error)}
        </Notice>
      ) : link === undefined ? (
        <LoadingCards count={1} height={96} />
      ) : (
        <Stack>
          <Text>
            {role.invitation?.mail === 'none' && 'This server sends no emails. '}Give this link only to {email}. Whoever
            opens it makes the account of this person and takes the seat. It works once, until{' '}
            {dayWords(data?.expiresAt ?? '')}.
          </Text>
          <Code block className={classes.link}>
            {link}
          </Code>
          <CopyText text={link} label="Copy the link" isFirst />
        </Stack>
      )}
    </Dialog>
  )
}
