import { Button, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AdministeredModels, ModelChange } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { reasoningEfforts } from '../../lib/contracts/model.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { modelsKey, useAllModels } from './use-all-models.ts'

interface ModelDialogProps {
  /** The slot's current model. Null: the dialog also asks for the slot. */
  model: AdministeredModels['models'][number] | null
  onClose: () => void
}

/**
 * Sets the model of a slot, or removes this setting, so that the slot uses the model of the server's configuration
 * again.
 */
export function ModelDialog({ model, onClose }: ModelDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const { data } = useAllModels()
  const [slot, setSlot] = useState(model?.slot ?? 0)
  const [provider, setProvider] = useState<string | null>(model?.provider ?? null)
  const [modelId, setModelId] = useState(model?.modelId ?? '')
  const [name, setName] = useState(model?.name ?? '')
  const [contextSize, setContextSize] = useState<number | string>(model?.contextSize ?? 0)
  const [input, setInput] = useState<number | string>(model?.price?.inputPerMillion ?? '')
  const [output, setOutput] = useState<number | string>(model?.price?.outputPerMillion ?? '')
  const [cached, setCached] = useState<number | string>(model?.price?.cachedPerMillion ?? '')
  const [reasoning, setReasoning] = useState<string>(model?.reasoning ?? '')
  const [maxOutput, setMaxOutput] = useState<number | string>(model?.maxOutputTokens ?? 0)
  const [fallback, setFallback] = useState<string>(String(model?.fallbackSlot ?? ''))
  const [reviewer, setReviewer] = useState(String(model?.reviewer ?? 'self'))
  const change = (newModel: ModelChange['model']) =>
    client.call(adminEndpoints.changeModel, { body: { slot, model: newModel } })
  const follow = useChange(() => change(null), {
    refreshes: modelsKey,
    said: 'Your changes to this model were removed. The server’s configuration now decides which model it uses.',
  })
  async function save() {
    const price =
      typeof input === 'number' && typeof output === 'number'
        ? {
            inputPerMillion: input,
            outputPerMillion: output,
            ...(typeof cached === 'number' ? { cachedPerMillion: cached } : {}),
            // The dialog has no input for `keptPerMillion`, the price of writing into the cache of the provider. Send
            // the current price, so that saving does not remove it.
            ...(model?.price?.keptPerMillion === undefined ? {} : { keptPerMillion: model.price.keptPerMillion }),
          }
        : null
    await change({
      provider: provider ?? '',
      modelId: modelId.trim(),
      name: name.trim(),
      contextSize: Number(contextSize) || 0,
      price,
      reviewer: reviewer === 'self' || reviewer === 'off' ? reviewer : Number(reviewer),
      reasoning: reasoningEfforts.find((effort) => effort === reasoning) ?? null,
      maxOutputTokens: Number(maxOutput) || 0,
      fallbackSlot: fallback === '' ? null : Number(fallback),
    })
    toast('success', 'The model was saved. All servers of this installation use it now.')
    await queries.invalidateQueries({ queryKey: modelsKey })
  }
  return (
    <FormDialog
      opened
      title={model === null ? 'Add a model' : `Model ${slot}`}
      action="Save"
      ready={provider !== null && modelId.trim() !== '' && name.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      {model === null && (
        <Select
          label="Number of the model"
          description="Templates choose a model by this number. If a template chooses none, the model with the number 0 is used."
          data={Array.from({ length: limits.modelSlotMax + 1 }, (_, number) => String(number))}
          value={String(slot)}
          onChange={(value) => setSlot(Number(value ?? 0))}
          allowDeselect={false}
        />
      )}
      <Select
        label="Provider"
        description="The company or service that runs the model. You can choose only providers with an address and a key in the server’s configuration."
        data={(data?.providers ?? []).map((one) => ({
          value: one.provider,
          label: one.configured ? one.provider : `${one.provider} (not configured)`,
          disabled: !one.configured,
        }))}
        value={provider}
        onChange={setProvider}
        data-autofocus
      />
      <TextInput
        label="Model"
        description="The name that the provider uses for the model."
        value={modelId}
        onChange={(event) => setModelId(event.currentTarget.value)}
      />
      <TextInput
        label="Name"
        description="The name shown in the list of models."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NumberInput
        label="Size of the context window"
        description="The longest text that the model can read at once, in tokens. 0 means that the size is not known."
        min={0}
        allowDecimal={false}
        value={contextSize}
        onChange={setContextSize}
      />
      <Group grow align="flex-start">
        <NumberInput
          label="Price of input"
          description="Dollars per million tokens."
          min={0}
          value={input}
          onChange={setInput}
        />
        <NumberInput
          label="Price of output"
          description="Dollars per million tokens."
          min={0}
          value={output}
          onChange={setOutput}
        />
      </Group>
      <NumberInput
        label="Price of cached input"
        description="Dollars per million tokens of cached input: text that the provider kept from an earlier request. If you leave this empty, Chartside uses the provider’s usual price for cached input, or else the price of input."
        min={0}
        value={cached}
        onChange={setCached}
      />
      <NumberInput
        label="Longest answer"
        description="The longest answer, in tokens. 0 means that the provider decides."
        min={0}
        allowDecimal={false}
        value={maxOutput}
        onChange={setMaxOutput}
      />
      <Select
        label="Reasoning"
        description="How much the model thinks before it answers. More thinking takes longer and costs more."
        data={[
          { value: '', label: 'The provider decides' },
          ...reasoningEfforts.map((value) => ({ value, label: value })),
        ]}
        value={reasoning}
        onChange={(value) => setReasoning(value ?? '')}
        allowDeselect={false}
      />
      <Select
        label="If this model fails"
        description="Another model can write the note instead. The provider of that model then receives the transcript."
        data={[
          { value: '', label: 'The note fails' },
          ...(data?.models ?? [])
            .filter((candidate) => candidate.slot !== slot)
            .map((candidate) => ({
              value: String(candidate.slot),
              label: `${candidate.slot}: ${candidate.name}, writes it`,
            })),
        ]}
        value={fallback}
        onChange={(value) => setFallback(value ?? '')}
        allowDeselect={false}
      />
      <Select
        label="Who reviews its notes"
        description="The reviewer compares each statement of a note with the session, in one more request. Its tokens are counted with the note. The provider of the reviewer receives the transcript."
        data={[
          { value: 'self', label: 'This model' },
          ...(data?.models ?? [])
            .filter((candidate) => candidate.slot !== slot)
            .map((candidate) => ({
              value: String(candidate.slot),
              label: `${candidate.slot}: ${candidate.name}`,
            })),
          { value: 'off', label: 'Nobody: each note says so' },
        ]}
        value={reviewer}
        onChange={(value) => setReviewer(value ?? 'self')}
        allowDeselect={false}
      />
      {model?.edited && (
        <Button
          variant="default"
          size="sm"
          loading={follow.isPending}
          onClick={() => follow.mutate(undefined, { onSuccess: onClose })}
        >
          Use the server’s configuration
        </Button>
      )}
    </FormDialog>
  )
}
