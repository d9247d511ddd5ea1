import { Stack } from '@mantine/core'
import type { FillPlan, PageReading, Receipt, ShownAgain } from '../../lib/page/shapes.ts'
import { DayOrderChoice } from './day-order.tsx'
import { RefusalRow, WriteRow } from './fill-row.tsx'
import { isUndone } from './fill-words.ts'
import type { Carry } from './use-carry.ts'
import type { useFill } from './use-fill.ts'

interface FillRowsProps {
  fill: ReturnType<typeof useFill>
  plan: FillPlan
  reading: PageReading
  mayFill: boolean
  carry: Carry | null
  /** What the page has shown of a field after it was saved. */
  again: ReadonlyMap<string, ShownAgain>
  onFill: (fieldId: string) => void
  onUndone: (receipts: Receipt[] | null) => void
  onCopy: (fieldId: string, text: string) => void
}

/** The fields of a plan, with the result of each field after a fill. */
export function FillRows({
  fill,
  plan,
  reading,
  mayFill,
  carry,
  again: shownAgain,
  onFill,
  onUndone,
  onCopy,
}: FillRowsProps) {
  const { phase, receipts, filledAt, isCurrent } = fill
  const isFilled = filledAt !== null
  const isBusy = phase === 'filling' || phase === 'undoing'
  return (
    <Stack gap="sm">
      {plan.writes.map((write) => {
        const { fieldId } = write
        const receipt = receipts.find((each) => each.fieldId === fieldId && !isUndone(each))
        const undone = fill.undoOf(fieldId)
        const isOpen = !isFilled || (!receipt && undone !== undefined)
        return (
          <WriteRow
            key={fieldId}
            write={write}
            alone={isFilled}
            ticked={fill.isTicked(fieldId)}
            onTick={(on) => fill.tick(write, on)}
            treatment={fill.treatmentOf(write)}
            mayAdd={fill.mayAdd(write)}
            onTreat={(treatment) => fill.treat(write, treatment)}
            receipt={receipt}
            undone={undone}
            again={shownAgain.get(fieldId)}
            settled={isBusy || !isOpen}
            carry={carry}
            onFill={mayFill && isOpen ? () => onFill(fieldId) : undefined}
            onUndo={
              !isBusy && fill.mayUndoField(fieldId) ? () => void fill.undoField(fieldId).then(onUndone) : undefined
            }
            onCopy={onCopy}
          />
        )
      })}
      {plan.refusals.map((refusal) => (
        <RefusalRow key={refusal.label + refusal.fieldId} refusal={refusal} carry={carry} onCopy={onCopy}>
          {!isFilled && isCurrent && (
            <DayOrderChoice refusal={refusal} reading={reading} onChosen={() => void fill.again()} />
          )}
        </RefusalRow>
      ))}
    </Stack>
  )
}
