import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { templateEndpoints } from '../../lib/contracts/endpoints/templates.ts'
import type { Template, WritingStyle } from '../../lib/contracts/index.ts'
import { styleExample } from '../../lib/report/index.ts'
import { RichText } from '../editor/rich-text.tsx'
import { useSharedPorts } from '../ports.tsx'
import { loadExamples } from '../recording/examples.ts'
import { followsInstructions } from '../report/use-instructs.ts'
import { useModelList } from '../template/use-model-list.ts'
import { Card } from '../ui/card.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'

const template: Omit<Template, 'id'> = {
  name: 'Example',
  instructions: '',
  fields: [
    { id: 'sleep', name: 'Sleep', type: 'string', instructions: 'Sleep, what is taken for it, and what was advised.' },
  ],
}

/** The name of the bundled session about which the preview is written. */
const exampleName = 'Individual therapy: anxiety and sleep'

/**
 * An example in a style: at once as a built-in text, and on request as the language model writes it from a bundled
 * session.
 */
export function StylePreview({ style }: { style: WritingStyle }) {
  const { client } = useSharedPorts()
  const { data } = useModelList()
  const hasModel = followsInstructions({}, data?.models)
  const writing = useMutation({
    mutationFn: async (previewStyle: WritingStyle) => {
      const session = (await loadExamples()).find(({ name }) => name === exampleName)
      if (session === undefined) throw new Error('The example session is missing.')
      const { context, transcript } = session
      const body = { context, transcript, template, outputs: [], style: previewStyle }
      const { results } = await client.call(templateEndpoints.generateExamples, { body })
      return { style: JSON.stringify(previewStyle), text: results.flatMap(({ value }) => value).join('\n\n') }
    },
  })
  const isCurrent = writing.data?.style === JSON.stringify(style)
  return (
    <Card role="group" aria-label="Example">
      <Stack gap="xs">
        <Text fw={650}>Example</Text>
        <Text size="xs" c="dimmed">
          {isCurrent
            ? 'Written by the language model from an example session.'
            : 'A built-in text about an example session. It shows what the settings change.'}
        </Text>
        <div aria-live="polite">
          <RichText markdown={isCurrent ? (writing.data?.text ?? '') : styleExample(style)} />
        </div>
        {hasModel ? (
          <Group>
            <Button
              size="sm"
              variant="default"
              loading={writing.isPending}
              disabled={isCurrent}
              onClick={() => writing.mutate(style)}
            >
              Ask the language model
            </Button>
          </Group>
        ) : (
          <Notice tone="look">
            No language model is set up. The built-in writer copies sentences as they were said, so the style changes
            nothing.
          </Notice>
        )}
        {writing.error && <Notice tone="bad">{sentenceOf(writing.error)}</Notice>}
      </Stack>
    </Card>
  )
}
