import { Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { limits } from '../../../lib/contracts/limits.ts'
import { Card } from '../../ui/card.tsx'
import classes from './instructions-card.module.css'

interface InstructionsCardProps {
  value: string
  onChange: (instructions: string) => void
}

/** The instructions for all fields of the template (product 2.6). */
export function InstructionsCard({ value, onChange }: InstructionsCardProps) {
  const title = useId()
  return (
    <Card>
      <Text component="h2" fw={650} id={title}>
        Template Instructions
      </Text>
      <Textarea
        aria-labelledby={title}
        placeholder="Instructions for every field. For example: write in the third person, keep the client’s own words for feelings."
        maxLength={limits.instructionsMax}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        classNames={{ input: classes.input }}
      />
    </Card>
  )
}
