import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { templateEndpoints } from '../../lib/contracts/endpoints/templates.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../lib/contracts/index.ts'
import { policyAllows } from '../../lib/policy/index.ts'
import { defaultSettings } from '../account/settings-port.ts'
import { useNotAllowed } from '../dictation/not-allowed.ts'
import { useTokenCheck } from '../dictation/use-token-check.ts'
import { usePolicy } from '../policy.ts'
import { usePorts } from '../ports.tsx'
import { spokenLanguage } from '../recording/language-name.ts'
import { speechEngineQuery } from '../recording/speech-engine.ts'
import { useSubscribed } from '../subscribable.ts'
import { toast } from '../ui/toast.ts'
import type { EditorHost } from './editor-properties.ts'
import { createLayoutSaver } from './layout-saver.ts'
import { useModelList } from './use-model-list.ts'

/** Returns the options for the dictation boxes of the template screens. */
export function useDictationOptions() {
  const { client, recorder, settings } = usePorts()
  const { language: ownLanguage, microphoneId, gain } = useSubscribed(settings, defaultSettings)
  const engine = useQuery(speechEngineQuery(client))
  const language = spokenLanguage(ownLanguage, engine.data?.engine?.languages ?? [])
  const checkToken = useTokenCheck()
  const notAllowed = useNotAllowed()
  return useMemo(
    () => ({ recorder, language, microphoneId, gain, checkToken, notAllowed }),
    [recorder, language, microphoneId, gain, checkToken, notAllowed],
  )
}

export function useModels() {
  const models = useModelList()
  const policy = usePolicy()
  return useMemo(
    () =>
      (models.data?.models ?? [])
        .filter(({ slot, refused: isRefused }) => !isRefused && policyAllows(policy, { kind: 'model', slot }) === null)
        .map(({ slot, name }) => ({ slot, name })),
    [models.data, policy],
  )
}

/**
 * Returns the functions that the template editor needs, such as saving and generating. They call the server. `onSaved`
 * is called with the newest version of the layout.
 */
export function useLayoutHost(initialLayout: Layout, onSaved: (layout: Layout) => void): EditorHost {
  const ports = usePorts()
  const { client } = ports
  const queries = useQueryClient()
  const { checkToken, ...dictation } = useDictationOptions()
  const examples = useQuery({ queryKey: ['examples'], queryFn: ports.examples, staleTime: Number.POSITIVE_INFINITY })
  const [saver] = useState(() =>
    createLayoutSaver(
      initialLayout,
      ({ _id, version }, layout) =>
        client.call(userEndpoints.updateLayout, { params: { id: _id }, body: { version, layout } }),
      (savedLayout) => {
        onSaved(savedLayout)
        void queries.invalidateQueries({ queryKey: ['layouts'] })
      },
    ),
  )
  const { recorder, language, microphoneId, gain, notAllowed } = dictation
  return useMemo<EditorHost>(
    () => ({
      async generateFields(input, signal) {
        return (await client.call(templateEndpoints.generateFields, { body: { input } }, { signal })).fields
      },
      async generateExample(body, signal) {
        return (await client.call(templateEndpoints.generateExamples, { body }, { signal })).results
      },
      checkToken,
      save: saver.save,
      changeGroup: saver.changeGroup,
      onError: (message) => void toast('error', message),
      log: (message) => console.warn(message),
      exampleSessions: examples.data ?? [],
      dictation: { recorder, language, microphoneId, gain, notAllowed },
    }),
    [client, saver, checkToken, examples.data, recorder, language, microphoneId, gain, notAllowed],
  )
}
