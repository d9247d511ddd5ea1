import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Layout } from '../../../lib/contracts/index.ts'
import { type Drift, driftState, layoutsOfForm, leadsAstray } from '../../../lib/page/form/drift.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import type { PagePort } from '../port.ts'
import { driftWords } from './draft.ts'

interface KnownFormCardProps {
  reading: PageReading
  layouts: readonly Layout[]
  /** The id of the layout that is already chosen. */
  chosenId?: string | null
  /** Reads and stores that the clinician accepted a change of the form, so that this change is confirmed only once. */
  agreed: Pick<PagePort, 'wasAgreed' | 'agree'>
  /**
   * Called when the clinician chooses this layout. If fields of the form are gone or renamed, the clinician has
   * confirmed the change before.
   */
  onChoose: (layout: Layout, drift: Drift) => void
}

/**
 * Offers the layout that was made from the open form, and lists how the form has changed since. Renders nothing if no
 * layout was made from this form.
 */
export function KnownFormCard({ reading, layouts, chosenId = null, agreed, onChoose }: KnownFormCardProps) {
  const [asking, setAsking] = useState(false)
  const [best] = reading.form?.signed ? [] : layoutsOfForm(layouts, reading)
  if (!best) return null
  const { layout, drift } = best
  const mayMislead = leadsAstray(drift)
  const state = driftState(reading, drift)
  const isChosen = layout._id === chosenId

  async function choose() {
    if (mayMislead && !isChosen && !(await agreed.wasAgreed(state))) setAsking(true)
    else onChoose(layout, drift)
  }

  return (
    <Card role="group" aria-label="Template of this form" chosen>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text component="h2" fw={650}>
            {layout.name}
          </Text>
          <Tag tone={mayMislead ? 'look' : 'good'}>{mayMislead ? 'form changed' : 'fits this form'}</Tag>
        </Group>
        <Text size="sm">
          {mayMislead ? `This form has changed: ${driftWords(drift)}.` : 'This template was made from the open form.'}
          {!mayMislead && drift.added.length > 0 && ` The template does not contain ${namesOf(drift.added)}.`}
        </Text>
        {mayMislead && <DriftList drift={drift} />}
        <Button
          variant={isChosen ? 'default' : 'light'}
          leftSection={isChosen && <IconCheck size={18} aria-hidden />}
          aria-pressed={isChosen}
          onClick={() => void choose()}
        >
          {isChosen ? 'This template is chosen' : 'Use this template'}
        </Button>
      </Stack>
      <ConfirmDialog
        opened={asking}
        title="This form has changed"
        text={`Changes since this template was made: ${driftWords(drift)}. Fields that were removed or renamed may stay empty. Check each value before you fill the page.`}
        confirmLabel="Use it anyway"
        color="purple"
        onConfirm={() => {
          void agreed.agree(state)
          onChoose(layout, drift)
        }}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}

const namedMax = 3

export function namesOf(fields: readonly { label: string }[]): string {
  const names = fields.slice(0, namedMax).map(({ label }) => label)
  return [names.join(', '), ...(fields.length > namedMax ? [`${fields.length - namedMax} more`] : [])].join(' and ')
}

/** Lists the changes of a form, one per line. */
export function DriftList({ drift: { added, gone, renamed } }: { drift: Drift }) {
  const lines = [
    ...renamed.map(({ from, to }) => ({
      key: `r${to.id}`,
      text: from.label === to.label ? `Moved: ${to.label}` : `Renamed: ${from.label} → ${to.label}`,
    })),
    ...gone.map(({ id, label }) => ({ key: `g${id}`, text: `Gone: ${label}` })),
    ...added.map(({ id, label }) => ({ key: `n${id}`, text: `New: ${label}` })),
  ]
  return (
    <Stack gap={2} component="ul" p={0} m={0} pl="md" aria-label="What changed">
      {lines.map(({ key, text }) => (
        <Text key={key} component="li" size="xs">
          {text}
        </Text>
      ))}
    </Stack>
  )
}
