import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import { type Layout, limits, type Template } from '../../../lib/contracts/index.ts'
import { type ReadTemplate, readTemplate } from '../../../lib/template/index.ts'
import { usePorts } from '../../ports.tsx'
import { countWords } from '../../ui/count-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { sentenceOf } from '../../ui/failure.ts'
import { IconUpload } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './import-template.module.css'

interface Chosen {
  fileName: string
  read: ReadTemplate
  key: string
}

/**
 * Imports a template from a file: an exported template or a FHIR Questionnaire. Either the whole template is saved or
 * nothing.
 */
export function ImportTemplate({ onMade }: { onMade: (layout: Layout) => void }) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const [choice, setChoice] = useState<Chosen | null>(null)
  const reset = useRef<() => void>(null)

  const save = useMutation({
    mutationFn: ({ template, key }: { template: Template; key: string }) => {
      const { name, instructions, fields, language, group } = template
      const body = {
        name,
        instructions,
        fields,
        ...(language === undefined ? {} : { language }),
        ...(group === undefined ? {} : { group }),
      }
      return client.call(userEndpoints.createLayout, { body }, { idempotencyKey: key })
    },
    onSuccess: (layout) => {
      void queries.invalidateQueries({ queryKey: ['layouts'] })
      setChoice(null)
      onMade(layout)
    },
  })

  async function choose(file: File | null) {
    // Empty the file input. Otherwise the browser reports no change when the user chooses the corrected file again.
    reset.current?.()
    if (!file) return
    save.reset()
    const fileName = file.name
    const key = crypto.randomUUID()
    if (file.size > limits.bodyMaxBytes) {
      const problems = [
        { message: 'This file is too large for a template. Choose another file.', level: 'error' as const },
      ]
      return setChoice({ fileName, key, read: { problems } })
    }
    setChoice({ fileName, key, read: named(readTemplate(await file.text()), fileName) })
  }

  return (
    <>
      <FileButton resetRef={reset} accept="application/json,.json" onChange={(file) => void choose(file)}>
        {(props) => (
          <Button {...props} variant="default" size="sm" leftSection={<IconUpload size={16} aria-hidden />}>
            Import
          </Button>
        )}
      </FileButton>
      <Dialog opened={choice !== null} onClose={() => setChoice(null)} title="Import a template">
        {choice && (
          <Stack>
            <Text c="dimmed" className={classes.file}>
              {choice.fileName}
            </Text>
            {'problems' in choice.read ? (
              <Notice tone="bad" title="This file was not imported" urgent>
                <Sentences all={choice.read.problems.map(({ message }) => message)} />
              </Notice>
            ) : (
              <>
                <Text>
                  “{choice.read.template.name}”, {countWords(choice.read.template.fields.length, 'field', 'fields')}.
                </Text>
                {choice.read.notes.length > 0 && (
                  <Notice tone="look" title="A part of the file was not imported">
                    <Sentences all={choice.read.notes} />
                  </Notice>
                )}
              </>
            )}
            {save.isError && (
              <Notice tone="bad" title="The template was not saved" urgent>
                {sentenceOf(save.error)}
              </Notice>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setChoice(null)}>
                {'problems' in choice.read ? 'Close' : 'Cancel'}
              </Button>
              {'template' in choice.read && (
                <Button
                  loading={save.isPending}
                  onClick={() =>
                    'template' in choice.read && save.mutate({ template: choice.read.template, key: choice.key })
                  }
                >
                  Save as a new template
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Dialog>
    </>
  )
}

const shownMax = 12

function Sentences({ all }: { all: readonly string[] }) {
  return (
    <ul className={classes.sentences}>
      {[...new Set(all)].slice(0, shownMax).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {all.length > shownMax && <li>And {all.length - shownMax} more.</li>}
    </ul>
  )
}

/** A template without a name gets the name of its file, because a saved template must have a name. */
function named(result: ReadTemplate, fileName: string): ReadTemplate {
  if (!('template' in result) || result.template.name.trim() !== '') return result
  const name = fileName.replace(/\.json$/i, '').slice(0, limits.nameMax) || 'Imported template'
  return { ...result, template: { ...result.template, name } }
}
