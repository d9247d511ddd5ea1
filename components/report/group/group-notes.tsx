import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../../lib/contracts/index.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import { localDay } from '../../../lib/report/index.ts'
import { defaultSettings } from '../../account/settings-port.ts'
import { useAttemptKey } from '../../attempt-key.ts'
import { Banners } from '../../panel/banners.tsx'
import { useReachability } from '../../panel/reachability.tsx'
import { useSession } from '../../panel/session-provider.tsx'
import { groupRequestOf, sizeOf } from '../../panel/working-session.ts'
import { usePorts } from '../../ports.tsx'
import { useSubscribed } from '../../subscribable.ts'
import { Card } from '../../ui/card.tsx'
import { countWords } from '../../ui/count-words.ts'
import { isOffline, sentenceOf } from '../../ui/failure.ts'
import { Frame, Head } from '../../ui/frame.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsMounted } from '../../ui/use-is-mounted.ts'
import {
  type NamedVoice,
  namedVoicesOf,
  type Person,
  participantsOf,
  peopleOf,
  unnamedPerson,
  type Voice,
  voicesOf,
  whyNotYet,
} from './people.ts'

/** Maximum number of notes in one request (see `participants` in `lib/contracts/report.ts`). */
const peopleMax = 30

interface GroupNotesProps {
  layout: Layout
  onBack: () => void
}

/**
 * Lists the participants of a group session. One note is written for each person, without the words of the others
 * (product 2.29, 'Group Note').
 */
export function GroupNotes({ layout, onBack }: GroupNotesProps) {
  const { client, settings } = usePorts()
  const { language } = useSubscribed(settings, defaultSettings)
  const { session, clear } = useSession()
  const { lost: reportLost } = useReachability()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [turns] = useState(() => session.take?.turns ?? session.text.split('\n'))
  const [people, setPeople] = useState(() => peopleOf(turns))
  const voices = voicesOf(turns)
  const named = namedVoicesOf(turns)
  const addedCount = useRef(0)
  const attempt = useAttemptKey()
  const isOpen = useIsMounted()
  const reason = whyNotYet(people)

  const write = useMutation({
    mutationFn: () => {
      const body = groupRequestOf(
        session,
        layout._id,
        { today: localDay(new Date()), language },
        participantsOf(people),
      )
      return client.call(userEndpoints.createGroupReports, { body }, { idempotencyKey: attempt.of(body) })
    },
    onMutate: () => ({ sent: session }),
    onSuccess: ({ reports }, _none, { sent: sentSession }) => {
      void queries.invalidateQueries({ queryKey: ['reports'] })
      toast('success', `${notesText(reports.length)} ${reports.length === 1 ? 'is' : 'are'} being written.`)
      if (isOpen.current) navigate('/reports')
      clear(sentSession)
    },
    onError: (error) => {
      if (isOffline(error)) reportLost()
    },
  })

  const change = (key: string, part: Partial<Person>) =>
    setPeople(people.map((each) => (each.key === key ? { ...each, ...part } : each)))

  return (
    <Frame
      head={
        <Head
          title="Who was in the group?"
          subtitle={[layout.name, sizeOf(session)].join(' · ')}
          initials={null}
          onBack={onBack}
        />
      }
      banner={<Banners />}
      action={
        <Button fullWidth disabled={reason !== null} loading={write.isPending} onClick={() => write.mutate()}>
          Write {notesText(people.length)}
        </Button>
      }
    >
      {write.isError && !isOffline(write.error) && (
        <Notice tone="bad" urgent>
          {sentenceOf(write.error)}
        </Notice>
      )}
      <Text c="dimmed">Each person gets a note. No note contains what another person said.</Text>
      {voices.length + named.length === 0 && (
        <Notice tone="look">
          This transcript does not show who said what. So each note uses only {ownSentences} The rest of the transcript
          is not used in any note.
        </Notice>
      )}
      <Stack gap="sm">
        {people.map((person, at) => (
          <PersonCard
            key={person.key}
            person={person}
            place={at + 1}
            voices={voices}
            named={named}
            onChange={(part) => change(person.key, part)}
            onRemove={() => setPeople(people.filter(({ key }) => key !== person.key))}
          />
        ))}
      </Stack>
      {people.length < peopleMax && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setPeople([...people, unnamedPerson(`n${addedCount.current++}`)])}
        >
          Add a person
        </Button>
      )}
      <Text size="xs" c="dimmed" role="status">
        {reason}
      </Text>
    </Frame>
  )
}

/**
 * The second half of two sentences on this screen. It says which parts of the transcript are used for the note of a
 * person to whom no speaker is assigned.
 */
const ownSentences =
  'sentences that begin with the name of that person, such as “Maya slept badly.” Sentences with “I”, “we” or another name of the group are not used.'

const notesText = (count: number) => countWords(count, 'note', 'notes')

/** The voice with this value in the list: the number of a speaker, a name of the transcript, or ''. */
function voiceOf(value: string, name: string): Partial<Person> {
  if (value === '' || /^\d+$/.test(value)) return { speaker: value === '' ? null : Number(value), label: null }
  return { speaker: null, label: value, ...(name.trim() === '' ? { name: value } : {}) }
}

interface PersonCardProps {
  person: Person
  /** Position, from 1. */
  place: number
  voices: readonly Voice[]
  named: readonly NamedVoice[]
  onChange: (part: Partial<Person>) => void
  onRemove: () => void
}

function PersonCard({ person, place, voices, named, onChange, onRemove }: PersonCardProps) {
  const { name, number, speaker, label } = person
  const who = name.trim() || `person ${place}`
  const sample =
    voices.find((voice) => voice.speaker === speaker)?.sample ?? named.find((voice) => voice.label === label)?.sample
  const hasVoices = voices.length + named.length > 0
  return (
    <Card role="group" aria-label={name.trim() || `Person ${place}`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label="Name"
            flex={1}
            miw={0}
            autoComplete="off"
            maxLength={limits.nameMax}
            value={name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Chart number"
            placeholder="Optional"
            flex={1}
            miw={0}
            autoComplete="off"
            maxLength={limits.identifierMax}
            value={number}
            onChange={(event) => onChange({ number: event.currentTarget.value })}
          />
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Remove ${who}`} onClick={onRemove}>
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
        {hasVoices && (
          <NativeSelect
            label="Voice"
            size="xs"
            data={[
              { value: '', label: 'None of the voices' },
              ...named.map((voice) => ({ value: voice.label, label: `${voice.label}, as in the transcript` })),
              ...voices.map((voice) => ({ value: String(voice.speaker), label: `Speaker ${voice.speaker}` })),
            ]}
            value={label ?? (speaker === null ? '' : String(speaker))}
            onChange={({ currentTarget: { value } }) => onChange(voiceOf(value, name))}
          />
        )}
        {hasVoices && speaker === null && label === null && (
          <Text size="xs" c="dimmed">
            This note uses only {ownSentences}
          </Text>
        )}
        {sample && (
          <Text size="xs" c="dimmed">
            “{sample}”
          </Text>
        )}
      </Stack>
    </Card>
  )
}
