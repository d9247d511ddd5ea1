import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../lib/contracts/index.ts'
import type { Person } from '../../lib/contracts/person.ts'
import { localDay } from '../../lib/report/index.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { requestOf } from '../panel/working-session.ts'
import { usePorts } from '../ports.tsx'
import { lengthText, whenText } from '../recording/recovery-words.ts'
import { useVisits } from '../recording/use-visits.ts'
import { sessionOfVisit } from '../recording/visits.ts'
import { useSubscribed } from '../subscribable.ts'
import { Card } from '../ui/card.tsx'
import { countWords } from '../ui/count-words.ts'
import { EmptyFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { IconFileText } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import { LayoutCard } from './layout-card.tsx'
import { LayoutList } from './layout-list.tsx'

const notesText = (count: number) => countWords(count, 'note', 'notes')

/**
 * Writes a note for each of several visits with one template (product 2.36). Each note gets only the words and the patient
 * of its own visit, and nothing of the open page, which belongs to one patient.
 */
export function WriteSeveral({ person }: { person: Person }) {
  const { client, settings } = usePorts()
  const { language } = useSubscribed(settings, defaultSettings)
  const { session, clear } = useSession()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { visits, known, transcripts, isPending } = useVisits(person)
  const ready = visits.filter(({ state }) => state === 'ready')
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [layout, setLayout] = useState<Layout | null>(null)
  /** One key for each visit and template, so that a repetition after a failure writes no second note. */
  const keys = useRef(new Map<string, string>())
  const chosen = ready.filter(({ id }) => !leftOut.includes(id))
  const isForGroup = layout?.config.multiplePeople === true

  const write = useMutation({
    mutationFn: async (layoutId: string) => {
      let count = 0
      try {
        for (const { id } of chosen) {
          const visitSession = sessionOfVisit(id, known, transcripts)
          if (visitSession === null) continue
          const body = requestOf(visitSession, layoutId, { today: localDay(new Date()), language })
          const idempotencyKey = keys.current.get(id + layoutId) ?? crypto.randomUUID()
          keys.current.set(id + layoutId, idempotencyKey)
          await client.call(userEndpoints.createReport, { query: {}, body }, { idempotencyKey })
          count += 1
          if (session.take?.transcriptId === id) clear(session)
        }
      } finally {
        if (count > 0) toast('success', `${notesText(count)} ${count === 1 ? 'is' : 'are'} being written.`)
        await queries.invalidateQueries({ queryKey: ['reports'] })
      }
    },
    onSuccess: () => navigate('/'),
  })

  return (
    <Frame
      head={
        <Head
          title="Write several notes"
          subtitle="One template for all"
          initials={null}
          onBack={() => navigate('/')}
        />
      }
      banner={<Banners />}
      action={
        <Button
          fullWidth
          disabled={layout === null || isForGroup || chosen.length === 0}
          loading={write.isPending}
          onClick={() => layout && write.mutate(layout._id)}
        >
          Write {notesText(chosen.length)}
        </Button>
      }
    >
      {write.isError && (
        <Notice tone="bad" urgent title="Not all notes were requested">
          {sentenceOf(write.error)} The visits that are still listed here have no note yet.
        </Notice>
      )}
      {isForGroup && (
        <Notice tone="look">
          This template writes one note for each person of a group. Open the visit of the group, or choose another
          template.
        </Notice>
      )}
      {isPending && <LoadingCards height={64} count={2} />}
      {!isPending && ready.length === 0 && (
        <EmptyFace icon={<IconFileText size={24} />} title="No visit waits for a note">
          Record a visit first. It is listed here as soon as its words are there.
        </EmptyFace>
      )}
      {ready.length > 0 && (
        <>
          <Card role="group" aria-label="Visits">
            <Stack gap="xs">
              {ready.map(({ id, title, startedAt, durationMs }) => (
                <Checkbox
                  key={id}
                  label={title}
                  description={[whenText(startedAt, Date.now()), durationMs > 0 ? lengthText(durationMs) : '']
                    .filter(Boolean)
                    .join(' · ')}
                  checked={!leftOut.includes(id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setLeftOut(checked ? leftOut.filter((one) => one !== id) : [...leftOut, id])
                  }
                />
              ))}
            </Stack>
          </Card>
          <Text component="h2" fz="md" fw={650}>
            Template
          </Text>
          <LayoutList
            source={null}
            email={person.email}
            chooseLabel="Template"
            renderCard={(one) => (
              <LayoutCard
                key={one._id}
                layout={one}
                email={person.email}
                chosen={one._id === layout?._id}
                onChoose={() => setLayout(one)}
              />
            )}
          />
        </>
      )}
    </Frame>
  )
}
