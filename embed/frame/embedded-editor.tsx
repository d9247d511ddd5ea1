import { useMemo } from 'react'
import { useExamples } from '../../components/recording/examples.ts'
import { TemplateEditor } from '../../components/template/editor/template-editor.tsx'
import type { EditorHost } from '../../components/template/editor-properties.ts'
import { toast } from '../../components/ui/toast.ts'
import { customerEndpoints } from '../../lib/contracts/index.ts'
import type { EditorSetup } from '../messages.ts'
import type { PageAround } from './page-around.ts'
import { type Accepted, whyNoSound } from './session.ts'

/**
 * The template editor in a page. The page provides the functions of `EditorHost`, except those that would give the page
 * a transcript (product 12.88).
 */
export function EmbeddedEditor(props: { page: PageAround; setup: EditorSetup } & Accepted) {
  const { setup, session } = props
  const host = useHost(props)
  const { template, dynamicFields, properties, status } = setup
  return (
    <TemplateEditor
      template={template}
      {...(dynamicFields === undefined ? {} : { dynamicFields })}
      properties={properties}
      host={host}
      models={session.config.models}
      {...(status === undefined ? {} : { status })}
    />
  )
}

function useHost({ page, setup, session, recorder }: { page: PageAround; setup: EditorSetup } & Accepted): EditorHost {
  const { language, microphoneId, gain } = setup
  const dictation = setup.dictation && whyNoSound(session) === null
  const functions = setup.functions.join(' ')
  const { data: exampleSessions = [] } = useExamples()
  return useMemo<EditorHost>(() => {
    const provides = (name: EditorSetup['functions'][number]) => functions.split(' ').includes(name)
    const { client, checkToken } = session
    const fail = (message: string) => {
      toast('error', message)
      page.tell({ name: 'error', message })
    }
    return {
      // A description can be dictated, and an example contains a transcript. So these functions call the server and not
      // the page.
      async generateFields(input, signal) {
        return (await client.call(customerEndpoints.generateCustomerFields, { body: { input } }, { signal })).fields
      },
      async generateExample(body, signal) {
        return (await client.call(customerEndpoints.generateCustomerExample, { body }, { signal })).results
      },
      checkToken,
      ...(provides('save')
        ? { save: async (template, how) => void (await page.ask({ name: 'save', template, ...how })) }
        : {}),
      ...(provides('changeGroup')
        ? { changeGroup: async (group) => void (await page.ask({ name: 'changeGroup', group: group ?? null })) }
        : {}),
      ...(provides('changeDynamicField')
        ? {
            changeDynamicField: (field) =>
              void page
                .ask({ name: 'changeDynamicField', field })
                .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error))),
          }
        : {}),
      onError: fail,
      log: (message) => page.tell({ name: 'log', message }),
      exampleSessions,
      ...(dictation ? { dictation: { recorder, language, microphoneId, gain } } : {}),
    }
  }, [page, session, recorder, functions, exampleSessions, dictation, language, microphoneId, gain])
}
