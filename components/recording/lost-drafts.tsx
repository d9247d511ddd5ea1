import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../lib/contracts/person.ts'
import { useSession } from '../panel/session-provider.tsx'
import { hasWords, readDraft, sizeOf } from '../panel/working-session.ts'
import { usePorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'

/**
 * Lists the unused text of panels whose window was closed. The text may be about another patient than the patient of
 * the open chart, so it is put into this panel only if the person asks for it.
 */
export function LostDrafts({ person }: { person: Person }) {
  const { draft } = usePorts()
  const { session, continueDraft } = useSession()
  const [erasing, setErasing] = useState<string | null>(null)
  const { data = [], refetch } = useQuery({
    queryKey: ['lost-drafts'],
    queryFn: () => draft.lost(person),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

  async function take(id: string, use: (text: string) => void) {
    try {
      const text = await draft.take(id)
      if (text === null) toast('blank', 'This text was already opened in another Chartside window.')
      else use(text)
    } catch (error) {
      toast('error', sentenceOf(error))
    } finally {
      void refetch()
    }
  }

  function open(id: string) {
    if (hasWords(session)) {
      toast('blank', 'Before you open this text, write the note of this session or remove the text of this session.')
      return
    }
    void take(id, (text) => {
      const storedDraft = readDraft(text, person)
      if (storedDraft) continueDraft(storedDraft)
    })
  }

  return (
    <>
      {data.map(({ id, text }) => {
        const storedDraft = readDraft(text, person)
        if (!storedDraft) return null
        const { session: words } = storedDraft
        const about = hasWords(words) ? [words.patient?.name, sizeOf(words)] : [words.aside[0]?.patient?.name]
        return (
          <Notice key={id} tone="look" title="Unsaved work of a closed window">
            <Text inherit>{about.filter(Boolean).join(' · ') || 'Changes of a note that were not saved.'}</Text>
            <Group gap="xs" mt="xs">
              <Button size="sm" px={12} onClick={() => open(id)}>
                Continue here
              </Button>
              <Button size="sm" px={12} variant="default" onClick={() => setErasing(id)}>
                Erase
              </Button>
            </Group>
          </Notice>
        )
      })}
      <ConfirmDialog
        opened={erasing !== null}
        title="Erase this work"
        text="The text and the unsaved changes of the closed window will be deleted. This cannot be undone."
        confirmLabel="Erase"
        onConfirm={() => erasing !== null && void take(erasing, () => undefined)}
        onClose={() => setErasing(null)}
      />
    </>
  )
}
