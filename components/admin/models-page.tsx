import { Button, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdministeredModels, ModelFailure } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconCpu, IconPlus } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { Tag } from '../ui/tag.tsx'
import { ModelDialog } from './model-dialog.tsx'
import { loadAllModels, modelsKey, useAllModels } from './use-all-models.ts'

type Model = AdministeredModels['models'][number]

/** The language model of each slot. A change takes effect on every server at once. */
export function ModelsPage() {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const [editing, setEditing] = useState<Model | 'new' | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing('new')}>
      Add a model
    </Button>
  )
  return (
    <Page
      title="Models"
      about="A slot is a number that stands for a model. Templates choose a slot, and here you choose the model of each slot. The keys of the providers stay in the server’s configuration."
      action={add}
    >
      <Records<Model>
        label="Models"
        queryKey={modelsKey}
        load={async () => {
          const { models } = await loadAllModels(queries, client)
          return { items: models, total: models.length }
        }}
        rowKey={({ slot }) => String(slot)}
        columns={[
          { label: 'Name', show: ({ slot, name }) => `${slot}: ${name}` },
          {
            label: 'Model',
            show: ({ provider, modelId }) => (provider === modelId ? provider : `${provider} ${modelId}`),
          },
          { label: 'Price', show: priceWords },
          { label: 'Reviewed by', show: reviewerWords },
          { label: 'Last failure', show: failureWords },
          { label: 'Set by', show: ({ edited }) => <Tag>{edited ? 'Administrator' : 'Configuration'}</Tag> },
        ]}
        actions={(model) => (
          <Button
            size="sm"
            variant="default"
            aria-label={`Change ${model.slot}: ${model.name}`}
            onClick={() => setEditing(model)}
          >
            Change
          </Button>
        )}
        empty={{
          icon: <IconCpu size={24} />,
          title: 'No model is set',
          text: 'Without a language model, Chartside does not write notes. It copies sentences of the session into the fields. Add a model to change this.',
          action: add,
        }}
      />
      <SpeechEngine />
      {editing !== null && <ModelDialog model={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Page>
  )
}

/** The speech engine of the server with its model. */
function SpeechEngine() {
  const { data } = useAllModels()
  if (data === undefined) return null
  const { speech } = data
  return (
    <Stack gap={4} mt="lg">
      <Title order={2} size="h4">
        Speech
      </Title>
      <Text>{speech === null ? 'No speech engine is set up. Nothing can be recorded.' : speech.label}</Text>
      {speech?.model && <SpeechModel use={speech.fileModel ? 'Model for live speech' : 'Model'} model={speech.model} />}
      {speech?.fileModel && <SpeechModel use="Model for files" model={speech.fileModel} />}
    </Stack>
  )
}

interface SpeechModelProps {
  use: string
  model: NonNullable<NonNullable<AdministeredModels['speech']>['model']>
}

function SpeechModel({ use, model }: SpeechModelProps) {
  return (
    <Text>
      {use}: {model.name}.{' '}
      {model.wordErrorRate === null
        ? 'Its share of wrong words was not measured on this server.'
        : `In three bundled clips of synthetic speech, ${model.wordErrorRate} % of the words were wrong. Real visits have more.`}
    </Text>
  )
}

const kindWords: Record<ModelFailure['kind'], string> = {
  refused: 'refused the request',
  unreachable: 'could not be reached',
  late: 'did not answer in time',
  declined: 'declined to answer',
  unusable: 'gave no usable answer',
  unexpected: 'failed for an unknown reason',
}

function failureWords({ lastFailure }: Model): string {
  if (lastFailure === null) return 'None'
  const { at, kind, status, requestId } = lastFailure
  const details = [status === null ? null : `status ${status}`, requestId === null ? null : `request ${requestId}`]
  const parts = details.filter((detail) => detail !== null)
  return `${timeWords(at)}: ${kindWords[kind]}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`
}

function reviewerWords({ reviewer, provider }: Model): string {
  // The built-in writer cannot review.
  if (reviewer === 'off' || (reviewer === 'self' && provider === 'embedded')) return 'Nobody'
  return reviewer === 'self' ? 'Itself' : `Model ${reviewer}`
}

function priceWords({ price }: Model): string {
  if (price === null) return 'Not known'
  return `$${price.inputPerMillion} for input, $${price.outputPerMillion} for output, per million tokens`
}
