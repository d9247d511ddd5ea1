import { Checkbox, Text } from '@mantine/core'
import type { PlannedWrite, Receipt, Refusal } from '../../lib/page/shapes.ts'
import { Card } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import classes from './fill-row.module.css'
import { refusalWords } from './fill-words.ts'

const shown = (value: string[]) => value.filter((part) => part !== '').join(', ')
export const isSame = ({ from, to }: PlannedWrite) => shown(from).trim() === shown(to).trim()

interface WriteRowProps {
  write: PlannedWrite
  ticked: boolean
  onTick: (on: boolean) => void
  receipt: Receipt | undefined
  /** Filling now, or filled: the choice is made. */
  settled: boolean
}

/** One write: a tick, what stands in the page, what shall stand there, and afterwards what became of it. */
export function WriteRow({ write, ticked, onTick, receipt, settled }: WriteRowProps) {
  const same = isSame(write)
  const before = shown(write.from)
  return (
    <Card>
      <div className={classes.row}>
        {receipt || same ? (
          <Text component="h2" fw={650}>
            {write.label}
          </Text>
        ) : (
          <Checkbox
            checked={ticked}
            disabled={settled}
            onChange={(event) => onTick(event.currentTarget.checked)}
            label={write.label}
            classNames={{ label: classes.label, root: classes.check }}
          />
        )}
        {receipt && <Outcome receipt={receipt} />}
      </div>
      <div className={classes.values} data-settled={receipt || same ? true : undefined}>
        {same ? (
          <Text c="dimmed">Already there.</Text>
        ) : (
          <>
            {before && (
              <Text size="xs" c="dimmed" lineClamp={2}>
                <span className={classes.unseen}>Now: </span>
                <del>{before}</del>
              </Text>
            )}
            <Text lineClamp={4} className={classes.after}>
              {shown(write.to)}
            </Text>
          </>
        )}
        {receipt?.reason && (
          <Text size="xs" c="dimmed">
            {refusalWords[receipt.reason]}
          </Text>
        )}
      </div>
    </Card>
  )
}

function Outcome({ receipt: { outcome } }: { receipt: Receipt }) {
  if (outcome === 'written') return <Tag tone="good">read back ✓</Tag>
  if (outcome === 'unchanged') return <Tag>already there</Tag>
  return <Tag tone="bad">{outcome === 'refused' ? 'not written' : 'not kept'}</Tag>
}

/** A value that will not be written, and why. */
export function RefusalRow({ refusal }: { refusal: Refusal }) {
  return (
    <Card quiet>
      <Text component="h2" fw={650}>
        {refusal.label}
      </Text>
      <Text lineClamp={2}>{shown(refusal.to)}</Text>
      <Text size="xs" c="dimmed">
        {refusalWords[refusal.reason]}
      </Text>
    </Card>
  )
}
