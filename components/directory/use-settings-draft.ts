import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api/index.ts'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import { type DirectorySettings, directorySettings } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { toast } from '../ui/toast.ts'
import { rebased, same } from './settings-draft.ts'
import { settingsKey } from './settings-query.ts'

/**
 * The settings as the person edits them. `stored` is the newest answer of the server. It may be newer than the settings
 * that the person began with, because somebody else can save too.
 */
export function useSettingsDraft(directoryId: string, storedSettings: DirectorySettings) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const [answer, setAnswer] = useState(storedSettings)
  const [newest, setNewest] = useState(storedSettings)
  const [base, setBase] = useState(storedSettings)
  const [draft, setDraft] = useState(storedSettings)
  const [isMerged, setMerged] = useState(false)
  const begin = (settings: DirectorySettings) => {
    setNewest(settings)
    setBase(settings)
    setDraft(settings)
    setMerged(false)
  }
  if (storedSettings !== answer) {
    setAnswer(storedSettings)
    setNewest(storedSettings)
    // If the person has changed nothing, or has made the same changes as somebody else, the form shows the newest
    // settings.
    if (same(draft, base) || same(draft, storedSettings)) begin(storedSettings)
  }

  const saving = useMutation({
    mutationFn: () =>
      client.call(directoryEndpoints.updateDirectorySettings, {
        params: { directoryId },
        body: { ...draft, before: base },
      }),
    onSuccess: (savedSettings) => {
      queries.setQueryData(settingsKey(directoryId), savedSettings)
      begin(savedSettings)
      toast('success', 'The settings were saved.')
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return
      const newer = directorySettings.safeParse(error.current)
      if (newer.success) setNewest(newer.data)
    },
  })
  return {
    base,
    draft,
    change: (part: Partial<DirectorySettings>) => setDraft((oldDraft) => ({ ...oldDraft, ...part })),
    isChanged: !same(draft, base),
    /** True if somebody else has saved other settings since the person began to edit. */
    isBehind: !same(newest, base),
    /** True if the draft combines the changes of the person with the changes of somebody else, and is not saved yet. */
    isMerged,
    takeNewer() {
      setDraft(rebased(base, draft, newest))
      setBase(newest)
      setMerged(true)
      saving.reset()
    },
    saving,
  }
}
