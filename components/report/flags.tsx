import { Button, Group, Text } from '@mantine/core'
import { forwardRef } from 'react'
import type { Flag, FlagVerdict } from '../../lib/contracts/index.ts'
import classes from './flags.module.css'

export type Verdict = FlagVerdict['verdict']

const gravity: Record<Flag['severity'], string> = { 1: 'Wording', 2: 'To check', 3: 'May be wrong' }
const judged: Record<Verdict, string> = { accepted: 'You accepted this text as it is.', dismissed: 'Dismissed by you.' }

interface FlagRowProps {
  flag: Flag
  label: string
  /** Undefined: the flag cannot be judged now. */
  onVerdict?: ((verdict: Verdict) => void) | undefined
}

export const FlagRow = forwardRef<HTMLDivElement, FlagRowProps>(function FlagRow({ flag, label, onVerdict }, row) {
  const { severity, text, reason, verdict } = flag
  const flaggedPart = text ? `“${text}” in ${label}` : label
  if (verdict)
    return (
      <Text ref={row} tabIndex={-1} size="xs" c="dimmed" className={classes.judged}>
        {reason} {judged[verdict]}
      </Text>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={row}
      tabIndex={-1}
      role="group"
      aria-label={`Warning about ${flaggedPart}`}
      className={classes.row}
      data-severity={severity}
    >
      <Text size="xs">
        <strong>{gravity[severity]}</strong>
        {text && <>: “{text}”</>}. {reason}
      </Text>
      {onVerdict && (
        <Group gap={6}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Accept ${flaggedPart}`}
            onClick={() => onVerdict('accepted')}
          >
            Accept
          </Button>
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Dismiss the warning about ${flaggedPart}`}
            onClick={() => onVerdict('dismissed')}
          >
            Dismiss
          </Button>
        </Group>
      )}
    </div>
  )
})
