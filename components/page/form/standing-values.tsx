import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PageReading, PageValue } from '../../../lib/page/shapes.ts'
import { Card } from '../../ui/card.tsx'
import { standingValues } from './draft.ts'
import classes from './form.module.css'

const shownFirst = 2

interface StandingValuesProps {
  reading: PageReading
  /** The values of the note for the form, shown as "old → new". Undefined: there is no note yet. */
  values?: readonly PageValue[]
  /** True if the note generation gets the form's current values. */
  given: boolean
  onGive: (given: boolean) => void
}

/** Shows the form's current values. The clinician decides if the note generation gets them. */
export function StandingValues({ reading, values = [], given: isGiven, onGive }: StandingValuesProps) {
  const [all, setAll] = useState(false)
  const pageValues = standingValues(reading)
  if (pageValues.length === 0) return null
  const newValues = new Map(values.map(({ fieldId, value }) => [fieldId, value.join(', ')]))
  return (
    <Card role="group" aria-label="Values already on the page">
      <Stack gap="xs">
        <Text component="h2" fw={650}>
          Values already on the page
        </Text>
        <Checkbox
          role="switch"
          checked={isGiven}
          onChange={(event) => onGive(event.currentTarget.checked)}
          label="Use these values when writing the note"
          description="The values that are already on the page are sent to the server with the transcript."
        />
        <dl className={classes.values}>
          {(all ? pageValues : pageValues.slice(0, shownFirst)).map(({ id, label, value }) => {
            const to = newValues.get(id)
            return (
              <div key={id} className={classes.value}>
                <dt>{label}</dt>
                <dd>{to && to !== value ? `${value} → ${to}` : value}</dd>
              </div>
            )
          })}
        </dl>
        {pageValues.length > shownFirst && (
          <Button size="xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${pageValues.length} values`}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
