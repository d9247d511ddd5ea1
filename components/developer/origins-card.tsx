import { Button, Code, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EmbeddingOrigin,
  proofFileName,
  proofRecordName,
  proofRecordPrefix,
} from '../../lib/contracts/embedding.ts'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import type { AccessOrganizationDetails } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { timeWords } from '../ui/dates.ts'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { originProblemWords, originStateWords } from './origin-words.ts'
import { OriginsDialog } from './origins-dialog.tsx'
import { developerKey, useAccess } from './use-access.ts'

/** The web addresses that may embed Chartside, with their proofs (product 12.82, 12.102). */
export function OriginsCard({ access }: { access: AccessOrganizationDetails }) {
  const { may } = useAccess()
  const [listing, setListing] = useState(false)
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between">
          <Text fw={650}>Embedding</Text>
          {may('write') && (
            <Button size="sm" variant="default" aria-label="Edit the addresses" onClick={() => setListing(true)}>
              Edit
            </Button>
          )}
        </Group>
        <Text>
          Access id: <Copyable text={access.accessId} />
        </Text>
        <Text c="dimmed">
          Web pages at the addresses below can show the dictation box and the template editor, and can send sound to be
          transcribed in real time. Each address belongs to one developer organisation, which must prove it.
        </Text>
        {access.embedding.length === 0 && <Text>No addresses</Text>}
        {access.embedding.map((each) => (
          <OriginRow key={each.origin} accessId={access.accessId} listed={each} mayWrite={may('write')} />
        ))}
      </Stack>
      {listing && <OriginsDialog access={access} onClose={() => setListing(false)} />}
    </Card>
  )
}

interface OriginRowProps {
  accessId: string
  listed: EmbeddingOrigin
  mayWrite: boolean
}

function OriginRow({ accessId, listed: embeddingOrigin, mayWrite }: OriginRowProps) {
  const { origin, state, provenBy, words, checkedAt, problem } = embeddingOrigin
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: () => client.call(accessEndpoints.checkOrigin, { params: { accessId }, body: { origin } }),
    onSettled: () => queries.invalidateQueries({ queryKey: developerKey }),
  })
  const change = useChange(
    (words: boolean) => client.call(accessEndpoints.changeOrigin, { params: { accessId }, body: { origin, words } }),
    { refreshes: developerKey, said: 'The setting was saved.' },
  )
  const { label, tone } = originStateWords(embeddingOrigin)
  const isOpen = state === 'unproven' || state === 'trusted'
  return (
    <Stack gap="xs" role="group" aria-label={origin}>
      <Group gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {origin}
        </Text>
        <Tag tone={tone}>{label}</Tag>
      </Group>
      {provenBy && <Text c="dimmed">{provenBy === 'dns' ? 'Proven by its TXT record.' : 'Proven by its file.'}</Text>}
      {isOpen && <Proofs origin={origin} accessId={accessId} />}
      {isOpen && check.error !== null ? (
        <Notice tone="look" urgent>
          {sentenceOf(check.error)}
        </Notice>
      ) : (
        isOpen &&
        problem && (
          <Notice tone="look">
            {originProblemWords[problem]}
            {checkedAt && ` Last checked: ${timeWords(checkedAt)}.`}
          </Notice>
        )
      )}
      {isOpen && mayWrite && (
        <Group>
          <Button
            size="sm"
            aria-label={`Check now: ${origin}`}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Check now
          </Button>
        </Group>
      )}
      <Switch
        label="Pages of this address may get the text of a dictation"
        description="Every script of such a page can then read the text. The token needs the scope “embed-text” too."
        aria-label={`Pages of ${origin} may get the text of a dictation`}
        checked={words}
        disabled={!mayWrite || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Stack>
  )
}

function Proofs({ origin, accessId }: { origin: string; accessId: string }) {
  return (
    <Stack gap={4}>
      <Text>Publish one of these, then check:</Text>
      <Text>
        A TXT record with the name <Copyable text={proofRecordName(origin)} /> and the value{' '}
        <Copyable text={`${proofRecordPrefix}${accessId}`} />
      </Text>
      <Text>
        Or a file at <Copyable text={`${origin}${proofFileName}`} /> that contains the access id.
      </Text>
    </Stack>
  )
}

const Copyable = ({ text }: { text: string }) => <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
